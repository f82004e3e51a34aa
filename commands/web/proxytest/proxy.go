// Package proxytest runs a real nginx by the recipe of deploy/nginx.conf for tests.
//
// Names to read first: [Recipe], [Start].
package proxytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	host     = "rum.example" // in the recipe
	patience = 10 * time.Second
)

// A Proxy is an nginx under way. It ends with the test.
type Proxy struct {
	HTTPS  string       // its address, which begins with "https://"
	HTTP   string       // the same without TLS, which the recipe doesn't have: for whoever can't be told to trust a certificate
	Client *http.Client // which trusts it
}

// Recipe is what deploy/nginx.conf says, above the folder that a test runs in, for these addresses (host:port) behind the proxy.
func Recipe(tb testing.TB, behind ...string) string {
	tb.Helper()
	text, err := os.ReadFile(above(tb, "deploy/nginx.conf"))
	if err != nil {
		tb.Fatal(err)
	}
	var all strings.Builder
	for _, at := range behind {
		fmt.Fprintf(&all, "server %s max_fails=0;\n", at)
	}
	return replaced(tb, string(text), "server 127.0.0.1:8480 max_fails=0;", all.String())
}

// above finds a file of the module.
func above(tb testing.TB, name string) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	return filepath.Join(dir, name)
}

// replaced puts something in the place of what must be there.
func replaced(tb testing.TB, text, old, other string) string {
	tb.Helper()
	if !strings.Contains(text, old) {
		tb.Fatalf("the recipe doesn't say %q", old)
	}
	return strings.ReplaceAll(text, old, other)
}

// Start starts nginx by a recipe, at addresses of its own. Where it isn't installed the test is skipped.
func Start(tb testing.TB, recipe string) *Proxy {
	tb.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		tb.Skip("nginx isn't installed; `make debian` does that")
	}
	dir := tb.TempDir()
	roots := Certificate(tb, dir, host)
	secure, plain := free(tb), free(tb)
	recipe = replaced(tb, recipe, "listen 443 ssl;", "listen "+secure+" ssl; listen "+plain+";")
	recipe = replaced(tb, recipe, "/etc/letsencrypt/live/"+host+"/", dir+"/")
	whole := fmt.Sprintf("daemon off; master_process off; pid %[1]s/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n"+
		"client_body_temp_path %[1]s/a; proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d; scgi_temp_path %[1]s/e;\n%[2]s}\n", dir, recipe)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(whole), 0o600); err != nil {
		tb.Fatal(err)
	}
	run := exec.CommandContext(tb.Context(), program, "-p", dir, "-e", "stderr", "-c", filepath.Join(dir, "nginx.conf"))
	var said strings.Builder
	run.Stderr = &said
	if err := run.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = run.Process.Kill() // the test's context may have done it
		_ = run.Wait()
		if tb.Failed() {
			tb.Log("nginx ends with: ", said.String()[max(0, said.Len()-2000):])
		}
	})
	p := &Proxy{HTTPS: "https://" + secure, HTTP: "http://" + plain, Client: &http.Client{Timeout: patience, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: host, MinVersion: tls.VersionTLS12},
	}}}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		r, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, p.HTTPS+"/", http.NoBody)
		if err != nil {
			tb.Fatal(err)
		}
		answer, err := p.Client.Do(r)
		if err == nil {
			_ = answer.Body.Close()
			return p
		}
		if time.Now().After(end) {
			tb.Fatalf("nginx doesn't answer: %v", err)
		}
	}
}

// free is an address that nobody has, of the loopback where nobody's calls come from, if there is one.
func free(tb testing.TB) string {
	tb.Helper()
	var lc net.ListenConfig
	pid := os.Getpid()
	l, err := lc.Listen(tb.Context(), "tcp", fmt.Sprintf("127.%d.%d.2:0", 1+pid>>8&0x7f, pid&0xff))
	if err != nil {
		l, err = lc.Listen(tb.Context(), "tcp", "127.0.0.1:0")
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// Certificate writes one for a host, and its key, as certbot does, into a folder: fullchain.pem and privkey.pem. It gives what trusts it.
func Certificate(tb testing.TB, dir, host string) *x509.CertPool {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	card := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, card, card, key.Public(), key)
	secret, err2 := x509.MarshalPKCS8PrivateKey(key)
	cert, err3 := x509.ParseCertificate(der)
	if err := errors.Join(err, err2, err3,
		os.WriteFile(filepath.Join(dir, "fullchain.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600),
		os.WriteFile(filepath.Join(dir, "privkey.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600)); err != nil {
		tb.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	return roots
}
