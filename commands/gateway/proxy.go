package gateway

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/proxy"
)

// connect opens a connection to the gateway's host, through a proxy where there is one.
func (l *line) connect(ctx context.Context, network, addr string) (net.Conn, error) {
	if l.proxy == nil {
		return l.call(ctx, network, addr)
	}
	asked := url.URL{Scheme: strings.Replace(l.target.Scheme, "ws", "http", 1), Host: l.target.Host}
	via, err := l.proxy(&asked)
	switch {
	case err != nil:
		return nil, err
	case via == nil:
		return l.call(ctx, network, addr)
	case strings.HasPrefix(via.Scheme, "socks5"):
		socks, err := proxy.FromURL(via, caller(l.call))
		if err != nil {
			return nil, err
		}
		return socks.(proxy.ContextDialer).DialContext(ctx, network, addr)
	}
	return l.tunnel(ctx, via, network, addr)
}

// A caller connects as a line does.
type caller func(ctx context.Context, network, addr string) (net.Conn, error)

// Dial connects, however long that takes.
func (c caller) Dial(network, addr string) (net.Conn, error) {
	return c(context.Background(), network, addr)
}

// DialContext connects.
func (c caller) DialContext(ctx context.Context, network, addr string) (net.Conn, error) {
	return c(ctx, network, addr)
}

// tunnel has an HTTP proxy connect. Source: RFC 9110, section 9.3.6, CONNECT.
func (l *line) tunnel(ctx context.Context, via *url.URL, network, addr string) (net.Conn, error) {
	port := via.Port()
	switch {
	case port != "":
	case via.Scheme == "https":
		port = "443"
	default:
		port = "80"
	}
	conn, err := l.call(ctx, network, net.JoinHostPort(via.Hostname(), port))
	if err != nil {
		return nil, fmt.Errorf("gateway: the proxy can't be reached: %w", err)
	}
	if via.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: via.Hostname(), RootCAs: l.roots, MinVersion: tls.VersionTLS12})
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	err = askProxy(conn, via.User, addr)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("gateway: no way through the proxy: %w", err)
	}
	return conn, nil
}

// askProxy asks an HTTP proxy for a connection to an address. The address's host speaks second, so
// nothing of what it says is read here.
func askProxy(conn net.Conn, user *url.Userinfo, addr string) error {
	req := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: addr}, Host: addr, Header: http.Header{}}
	if user != nil {
		password, _ := user.Password()
		secret := base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password))
		req.Header.Set("Proxy-Authorization", "Basic "+secret)
	}
	if err := req.Write(conn); err != nil {
		return err
	}
	in := bufio.NewReader(conn)
	resp, err := http.ReadResponse(in, req) //nolint:bodyclose // the connection is what follows
	switch {
	case err != nil:
		return err
	case resp.StatusCode != http.StatusOK:
		return errors.New(resp.Status)
	case in.Buffered() > 0:
		return errors.New("it says more than it was asked")
	}
	return nil
}
