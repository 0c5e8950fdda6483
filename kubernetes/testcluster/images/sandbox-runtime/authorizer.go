package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

// authorizer says who may use the router, as ROUTER_AUTH tells:
//
//	allow-all     anybody
//	token         whoever has the ROUTER_AUTH_TOKEN
//	scoped-token  whoever has a token for this very sandbox, signed with the
//	              ROUTER_SCOPED_SECRET, and names no address
type authorizer struct {
	mode   string
	secret []byte
}

func newAuthorizer() authorizer {
	switch mode := setting("ROUTER_AUTH", "allow-all"); mode {
	case "allow-all":
		return authorizer{mode: mode}
	case "token":
		return authorizer{mode, required("ROUTER_AUTH_TOKEN", 1)}
	case "scoped-token":
		return authorizer{mode, required("ROUTER_SCOPED_SECRET", 32)}
	default:
		log.Fatalf("ROUTER_AUTH: %s is neither allow-all, token nor scoped-token", mode)
		return authorizer{}
	}
}

func required(name string, length int) []byte {
	value := bytes.TrimSpace([]byte(os.Getenv(name)))
	if len(value) < length {
		log.Fatalf("%s must have at least %d bytes", name, length)
	}
	return value
}

// early refuses before the other headers are looked at, as the Python router does.
func (a authorizer) early(w http.ResponseWriter, r *http.Request) bool {
	if a.mode != "token" {
		return false
	}
	token, ok := bearer(r)
	if !ok {
		detail(w, http.StatusUnauthorized, "Missing or invalid Authorization header.")
		return true
	}
	if subtle.ConstantTimeCompare([]byte(token), a.secret) != 1 {
		detail(w, http.StatusUnauthorized, "Invalid token.")
		return true
	}
	return false
}

// allows refuses for the sandbox that is asked for, as the Go router does.
func (a authorizer) allows(w http.ResponseWriter, r *http.Request, t target) bool {
	if a.mode != "scoped-token" {
		return true
	}
	token, ok := bearer(r)
	claims, signed := a.verify(token)
	switch {
	case !ok || !signed:
		detail(w, http.StatusUnauthorized, "unauthenticated")
		return false
	case t.podIP != "" || r.Header.Get("X-Sandbox-UID") != "" || claims.Namespace != t.namespace || claims.Name != t.id:
		detail(w, http.StatusForbidden, "forbidden")
		return false
	}
	return true
}

type scope struct {
	Namespace string `json:"ns"`
	Name      string `json:"name"`
	Expires   int64  `json:"exp"`
}

// verify takes version.payload.signature apart.
func (a authorizer) verify(token string) (claims scope, ok bool) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 || parts[0] != "v1" {
		return claims, false
	}
	mac := hmac.New(sha256.New, a.secret)
	mac.Write([]byte("agent-sandbox/scoped-token/v1." + parts[1]))
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || !hmac.Equal(signature, mac.Sum(nil)) {
		return claims, false
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || json.Unmarshal(payload, &claims) != nil {
		return claims, false
	}
	return claims, time.Now().Unix() < claims.Expires
}

func bearer(r *http.Request) (string, bool) {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(token), found && strings.EqualFold(scheme, "Bearer") && strings.TrimSpace(token) != ""
}
