package main

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpproxy"
)

// proxies say by which proxy Discord is reached, over REST and the gateway alike. They are read
// from the settings and not by net/http, which looks at the process's environment alone.
type proxies struct{ config httpproxy.Config }

const aProxy = "http://user:password@proxy.example:3128"

// proxyOf reads what programs agree on. What may have a password in it isn't quoted.
func proxyOf(env environment) (proxies, error) {
	first := func(names ...string) string {
		i := slices.IndexFunc(names, func(name string) bool { return env[name] != "" })
		if i < 0 {
			return ""
		}
		return env[names[i]]
	}
	p := proxies{httpproxy.Config{
		HTTPSProxy: first("HTTPS_PROXY", "https_proxy"),
		HTTPProxy:  first("HTTP_PROXY", "http_proxy"),
		NoProxy:    first("NO_PROXY", "no_proxy"),
	}}
	return p, errors.Join(wrongProxy("HTTPS_PROXY", p.config.HTTPSProxy), wrongProxy("HTTP_PROXY", p.config.HTTPProxy))
}

func wrongProxy(name, address string) error {
	if address == "" {
		return nil
	}
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	schemes := []string{"http", "https", "socks5", "socks5h"}
	if via, err := url.Parse(address); err == nil && via.Hostname() != "" && slices.Contains(schemes, via.Scheme) {
		return nil
	}
	return fmt.Errorf("%s isn't an address such as %s; in a password / is written as %%2F, @ as %%40, # as %%23, %% as %%25", name, aProxy)
}

// of is the proxy to an address; nil: there is none.
func (p proxies) of(to *url.URL) (*url.URL, error) { return p.config.ProxyFunc()(to) }

// shown is the proxy to Discord for people: without a name and a password.
func (p proxies) shown(api string) string {
	if to, err := url.Parse(api); err == nil {
		if via, err := p.of(to); err == nil && via != nil {
			return (&url.URL{Scheme: via.Scheme, Host: via.Host}).String()
		}
	}
	return "none"
}
