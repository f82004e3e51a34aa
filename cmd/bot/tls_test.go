package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"maps"
	"math/big"
	dice "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
)

// An authority vouches for servers.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	file        string // where its certificate is
}

// encoded is something in PEM.
func encoded(kind string, bytes []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes})
}

// newAuthority makes one that nobody knows.
func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{key: key, file: filepath.Join(t.TempDir(), "authority.pem"), certificate: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority of the tests"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}}
	der, err := x509.CreateCertificate(rand.Reader, a.certificate, a.certificate, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.file, encoded("CERTIFICATE", der), 0o600); err != nil {
		t.Fatal(err)
	}
	return a
}

// vouches makes a certificate and its key for a host of that name.
func (a *authority) vouches(t *testing.T, host string) (certificate, key []byte) {
	t.Helper()
	its, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: []string{host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, a.certificate, &its.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(its)
	if err != nil {
		t.Fatal(err)
	}
	return encoded("CERTIFICATE", der), encoded("PRIVATE KEY", secret)
}

// portOf is a port that nobody listens at where localhost is, below those that calls come from, one of which might take it.
func portOf(t *testing.T) int {
	t.Helper()
	const lowest, below = 20_000, 32_000
	for range 100 {
		port := lowest + dice.IntN(below-lowest)
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			_ = l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// TestADatabaseIsReachedByTLSOrNot starts the real binary with a server whose certificate its address is to verify: it serves where
// that is right; a certificate of nobody's whom it trusts, or of another host, ends it for good, since no other try changes that; and a server
// without TLS may get it.
func TestADatabaseIsReachedByTLSOrNot(t *testing.T) {
	t.Parallel()
	program := buildBot(t)
	s := pgtest.Mortal(t)
	good, other := newAuthority(t), newAuthority(t)
	certificate, key := good.vouches(t, "localhost")
	if err := s.Listen(portOf(t), certificate, key); err != nil {
		t.Fatal(err)
	}
	inside, err := url.Parse(s.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(inside.Path, "/")
	one := served(t)
	at := func(host string, by *authority, mode string) map[string]string {
		env := maps.Clone(one)
		env["BOATHOUSE_DB"] = s.AddressAt(host, name, url.Values{"sslmode": {mode}, "sslrootcert": {by.file}})
		return env
	}
	refused := func(env map[string]string, code int, says string) {
		t.Helper()
		got := said(t, program, env, "serve")
		if got.code != code || !strings.Contains(got.err, says) {
			t.Errorf("want code %d and %q: %+v", code, says, got)
		}
		for _, secret := range passwordOf(t, inside.String()) {
			if strings.Contains(got.out+got.err, secret) {
				t.Errorf("the password is told: %+v", got)
			}
		}
	}
	bot, _ := spawned(t, program, at("localhost", good, "verify-full"))
	bot.until("/readyz", http.StatusOK, "ready")
	bot.stop()
	const wrong = "by its certificate it isn't the server that the address wants"
	refused(at("localhost", other, "verify-full"), exitConfig, wrong)
	refused(at("127.0.0.1", good, "verify-full"), exitConfig, wrong)

	if err := s.Listen(portOf(t), nil, nil); err != nil {
		t.Fatal(err)
	}
	refused(at("localhost", good, "verify-full"), exitRetry, "server refused TLS connection")
	bot, _ = spawned(t, program, at("localhost", good, "disable")) // the control: it is TLS alone that is missing
	bot.until("/readyz", http.StatusOK, "ready")
	bot.stop()
}
