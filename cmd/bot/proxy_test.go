package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/tls"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Names that only the proxy knows the addresses of.
const (
	farAPI     = "discord.example"
	farGateway = "gateway.example"
)

// A passage is an HTTP proxy that connects to a far Discord, and knows no other host.
type passage struct {
	far    string // where the Discord is
	user   string // "name:password" that it asks for; "": none
	mu     sync.Mutex
	asked  []string // for which addresses
	turned int      // away
}

func (p *passage) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secret, known := "Basic "+base64.StdEncoding.EncodeToString([]byte(p.user)), r.Method == http.MethodConnect
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, r.Host)
	if p.user != "" && r.Header.Get("Proxy-Authorization") != secret {
		p.turned++
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	if host, _, _ := net.SplitHostPort(r.Host); !known || host != farAPI && host != farGateway {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	there, err := net.Dial("tcp", p.far)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusOK)
	here, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		_ = there.Close()
		return
	}
	go join(here, there, buffered)
}

// join has two ends speak with each other.
func join(here, there net.Conn, buffered *bufio.ReadWriter) {
	go func() {
		_, _ = io.Copy(there, buffered)
		_ = there.Close()
	}()
	_, _ = io.Copy(here, there)
	_ = here.Close()
}

// socks serves as a SOCKS5 proxy until its listener is closed. Source: RFC 1928.
func (p *passage) socks(l net.Listener) {
	for {
		here, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			in := bufio.NewReader(here)
			greeting := make([]byte, 3) // version 5, one method: none
			_, err := io.ReadFull(in, greeting)
			_, _ = here.Write([]byte{5, 0})
			head := make([]byte, 5) // version 5, connect, reserved, a name, its length
			_, _ = io.ReadFull(in, head)
			name := make([]byte, int(head[4])+2) // and the port
			_, _ = io.ReadFull(in, name)
			there, failed := net.Dial("tcp", p.far)
			if err != nil || failed != nil {
				_ = here.Close()
				return
			}
			p.mu.Lock()
			p.asked = append(p.asked, string(name[:head[4]])+":443")
			p.mu.Unlock()
			_, _ = here.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
			join(here, there, bufio.NewReadWriter(in, nil))
		}()
	}
}

func (p *passage) was(host string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.asked, func(at string) bool { return strings.HasPrefix(at, host+":") })
}

// farDiscord is a simulated Discord behind TLS, whose names nobody can look up.
func farDiscord(t *testing.T, vouched *authority) (env map[string]string, address string, lookedUp <-chan struct{}) {
	t.Helper()
	env, sim := servedOn(t)
	api, err := url.Parse(sim.Handshake().REST)
	if err != nil {
		t.Fatal(err)
	}
	near := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: api.Host})
	looks := make(chan struct{}, 100)
	near.ModifyResponse = func(r *http.Response) error {
		if !strings.HasSuffix(r.Request.URL.Path, "/gateway") || r.StatusCode != http.StatusOK {
			return nil
		}
		looks <- struct{}{}
		text, err := io.ReadAll(r.Body)
		text = bytes.ReplaceAll(text, []byte("ws://"+api.Host), []byte("wss://"+farGateway))
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		r.Header.Del("Content-Length")
		return err
	}
	front := httptest.NewUnstartedServer(near)
	front.TLS = &tls.Config{}
	for _, host := range []string{farAPI, farGateway} {
		pair, err := tls.X509KeyPair(vouched.vouches(t, host))
		if err != nil {
			t.Fatal(err)
		}
		front.TLS.Certificates = append(front.TLS.Certificates, pair)
	}
	front.StartTLS()
	t.Cleanup(front.Close)
	env["DISCORD_API"], env["SSL_CERT_FILE"] = "https://"+farAPI+"/api", vouched.file
	return env, front.Listener.Addr().String(), looks
}

// TestDiscordIsReachedByAProxy that a real bot finds in its environment or in .env: REST and the
// gateway's socket.
func TestDiscordIsReachedByAProxy(t *testing.T) {
	t.Parallel()
	program, vouched := buildBot(t), newAuthority(t)
	const secret = "pa$$word#1"
	for name, c := range map[string]struct {
		env, file map[string]string // %: where the proxy is
		user      string
		over      string // scheme of the proxy
	}{
		"environment":         {env: map[string]string{"HTTPS_PROXY": "%"}},
		"file":                {file: map[string]string{"HTTPS_PROXY": "%"}},
		"small letters":       {env: map[string]string{"https_proxy": "%"}, file: map[string]string{"HTTPS_PROXY": "http://127.0.0.1:1"}},
		"with a password":     {file: map[string]string{"HTTPS_PROXY": "%"}, user: "ada:" + secret},
		"over TLS":            {env: map[string]string{"HTTPS_PROXY": "%"}, user: "ada:" + secret, over: "https"},
		"SOCKS5":              {env: map[string]string{"HTTPS_PROXY": "%"}, over: "socks5h"},
		"others are left out": {env: map[string]string{"HTTPS_PROXY": "%", "NO_PROXY": "other.example,.cluster.local"}, file: map[string]string{"NO_PROXY": "*"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, far, _ := farDiscord(t, vouched)
			p := &passage{far: far, user: c.user}
			server := httptest.NewUnstartedServer(p)
			switch c.over {
			case "https":
				pair, err := tls.X509KeyPair(vouched.vouches(t, "localhost"))
				if err != nil {
					t.Fatal(err)
				}
				server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
				server.StartTLS()
			case "socks5h":
				go p.socks(server.Listener)
			default:
				server.Start()
			}
			t.Cleanup(server.Close)
			at := url.URL{Scheme: cmp.Or(c.over, "http"), Host: strings.Replace(server.Listener.Addr().String(), "127.0.0.1", "localhost", 1)}
			if user, password, is := strings.Cut(c.user, ":"); is {
				at.User = url.UserPassword(user, password)
			}
			for name, value := range c.env {
				env[name] = strings.Replace(value, "%", at.String(), 1)
			}
			dir := t.TempDir()
			var text strings.Builder
			for name, value := range c.file {
				text.WriteString(name + "=" + strings.Replace(value, "%", at.String(), 1) + "\n")
			}
			write(t, filepath.Join(dir, dotenvFile), text.String())
			bot, _ := spawnedIn(t, dir, program, env)
			bot.until("/readyz", http.StatusOK, "ready")
			log := bot.stop()
			if !p.was(farAPI) || !p.was(farGateway) || p.turned > 0 {
				t.Errorf("asked for %v, %d turned away", p.asked, p.turned)
			}
			if strings.Contains(log, "pa$$") || !strings.Contains(log, `"HTTPS_PROXY":"`+at.Scheme+"://"+at.Host+`"`) {
				t.Error(log)
			}
		})
	}
}

// TestWhatNoProxyNamesIsReachedWithoutOne, of the gateway's socket too; and a proxy that refuses is
// told without the password.
func TestWhatNoProxyNamesIsReachedWithoutOne(t *testing.T) {
	t.Parallel()
	program, vouched := buildBot(t), newAuthority(t)
	for name, c := range map[string]struct {
		no, user string
		api      bool // asked for
		says     string
	}{
		"neither":          {no: "*", says: "Discord can't be reached"},
		"the gateway":      {no: farGateway, api: true, says: "lookup " + farGateway},
		"a wrong password": {user: "ada:other", api: true, says: "Proxy Authentication Required"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, far, looks := farDiscord(t, vouched)
			p := &passage{far: far, user: c.user}
			server := httptest.NewServer(p)
			t.Cleanup(server.Close)
			env["HTTPS_PROXY"], env["NO_PROXY"] = strings.Replace(server.URL, "//", "//ada:secret@", 1), c.no
			bot, _ := spawned(t, program, env)
			if c.api && c.user == "" {
				for range 2 { // again, since the first connection failed
					select {
					case <-looks:
					case err := <-bot.ended:
						t.Fatalf("it ended with %v: %s", err, bot.log.String())
					}
				}
				bot.quit()
			}
			if err := <-bot.ended; (err == nil) != (c.api && c.user == "") {
				t.Error(err)
			}
			if log := bot.log.String(); !strings.Contains(log, c.says) || strings.Contains(log, "secret") || p.was(farAPI) != c.api || p.was(farGateway) {
				t.Errorf("asked for %v: %s", p.asked, log)
			}
		})
	}
}

// TestAProxyThatIsNoneIsAFault, which doesn't quote it.
func TestAProxyThatIsNoneIsAFault(t *testing.T) {
	for address, ok := range map[string]bool{
		"": true, "proxy.example:3128": true, "http://proxy.example": true, "https://ada:secret@proxy.example:3128/": true,
		"socks5://proxy.example:1080": true, "socks5h://proxy.example": true, "10.0.0.1:3128": true, "http://[fd00::1]:3128": true,
		"http://ada:sec#ret@proxy.example:3128": false, "http://ada:sec/ret@proxy.example": false, "http://ada:sec%ret@proxy.example": false,
		"htp://proxy.example/secret": false, "ftp://secret.example": false, "secret proxy": false, "http://": false, ":3128": false, "socks4://secret.example": false,
	} {
		for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"} {
			_, err := readSettings(environment{name: address})
			if (err == nil) != ok || err != nil && (strings.Contains(err.Error(), "sec") || !strings.Contains(err.Error(), strings.ToUpper(name))) {
				t.Errorf("%s=%s: %v", name, address, err)
			}
		}
	}
}
