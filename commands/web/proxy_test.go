package web

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTheProxyOfTheRecipeBringsWhatDiscordSigns puts nginx as in deploy/nginx.conf in front of an endpoint.
func TestTheProxyOfTheRecipeBringsWhatDiscordSigns(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx isn't installed; `make nginx` does that")
	}
	b := newBench()
	behind := httptest.NewServer(b)
	defer behind.Close()
	client, at := nginx(t, program, behind.Listener.Addr().String())
	try := func(method, path, signature, body string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, at+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = request(method, "/", someTime, signature, body).Header
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, _ := io.ReadAll(answer.Body)
		if body == ping && answer.StatusCode == http.StatusOK && string(text) != `{"type":1}` {
			t.Errorf("PING is answered with %q", text)
		}
		return answer.StatusCode
	}
	long := `{"a":"` + strings.Repeat("é", 200_000) + `"}` // more than fits nginx's memory for a body
	huge := strings.Repeat("a", maxBody+1)
	for _, c := range []struct {
		name, method, path, body string
		forged                   bool
		want                     int
	}{
		{"PING", http.MethodPost, InteractionsPath, ping, false, 200},
		{"a click", http.MethodPost, InteractionsPath, click, false, 202},
		{"a long one", http.MethodPost, InteractionsPath, long, false, 202},
		{"an event", http.MethodPost, EventsPath, `{"type":0}`, false, 204},
		{"a forged click", http.MethodPost, InteractionsPath, click, true, 401},
		{"one that is too large", http.MethodPost, InteractionsPath, huge, false, 413},
		{"another method", http.MethodGet, InteractionsPath, "", false, 403},
		{"another path", http.MethodPost, "/metrics", click, false, 404},
		{"the path and more", http.MethodPost, InteractionsPath + "/x", click, false, 404},
	} {
		signature := b.sign(someTime, c.body)
		if c.forged {
			signature = b.sign(someTime, c.body+" ")
		}
		if got := try(c.method, c.path, signature, c.body); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	if s := b.Stats(); s.Interactions != 2 || s.Forged != 1 {
		t.Errorf("%+v", s)
	}
}

const ping = `{"type":1}`

// nginx starts one with the recipe in front of an address, and gives its own and a client that trusts it.
func nginx(t *testing.T, program, behind string) (*http.Client, string) {
	t.Helper()
	recipe, err := os.ReadFile("../../deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	roots := certificate(t, dir)
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	_ = l.Close()
	text := string(recipe)
	for from, to := range map[string]string{
		"server 127.0.0.1:8480;": "server " + behind + ";", "listen 443 ssl;": "listen " + at + " ssl;", "/etc/letsencrypt/live/rum.example/": dir + "/",
	} {
		if !strings.Contains(text, from) {
			t.Fatalf("the recipe doesn't say %q", from)
		}
		text = strings.ReplaceAll(text, from, to)
	}
	whole := fmt.Sprintf("daemon off; master_process off; pid %[1]s/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n"+
		"client_body_temp_path %[1]s/a; proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d; scgi_temp_path %[1]s/e;\n%[2]s}\n", dir, text)
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "-p", dir, "-e", "stderr", "-c", filepath.Join(dir, "nginx.conf"))
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = cmd.Wait() // it was killed
		if t.Failed() {
			t.Log(said.String())
		}
	})
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "rum.example", MinVersion: tls.VersionTLS12}}}
	for range 200 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+at+"/", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := client.Do(r); err == nil {
			_ = answer.Body.Close()
			return client, "https://" + at
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("nginx doesn't answer")
	return nil, ""
}

// certificate writes one for rum.example, and its key, as certbot would, and gives what trusts it.
func certificate(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	card := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"rum.example"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, card, card, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"fullchain.pem": {Type: "CERTIFICATE", Bytes: der}, "privkey.pem": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	return roots
}
