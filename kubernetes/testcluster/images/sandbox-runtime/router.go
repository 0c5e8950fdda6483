package main

import (
	"context"
	"errors"
	"log"
	"math"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var dnsLabel = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`)

// forwarded are the methods that the Python router knows; the Go one knows more.
var forwarded = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch}

// router passes requests on to the sandbox that their headers name.
//
//	ROUTER_AUTH            allow-all, token or scoped-token; see authorizer.go
//	CLUSTER_DOMAIN         cluster.local
//	PROXY_TIMEOUT_SECONDS  180
//	ROUTER_HOSTS           name.namespace=address,… in place of a name server, which
//	                       the test cluster lacks
type router struct {
	allowed authorizer
	domain  string
	timeout time.Duration
	hosts   map[string]string
}

func newRouter() http.Handler {
	seconds, err := strconv.ParseFloat(setting("PROXY_TIMEOUT_SECONDS", "180"), 64)
	if err != nil || seconds <= 0 {
		log.Fatal("PROXY_TIMEOUT_SECONDS must be a number above 0")
	}
	hosts := map[string]string{}
	for _, pair := range strings.Split(os.Getenv("ROUTER_HOSTS"), ",") {
		name, address, _ := strings.Cut(pair, "=")
		hosts[name] = address
	}
	r := &router{newAuthorizer(), setting("CLUSTER_DOMAIN", "cluster.local"), asDuration(seconds), hosts}
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		switch {
		case request.URL.Path == "/healthz" && request.Method == http.MethodGet:
			writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
		case slices.Contains(forwarded, request.Method):
			r.route(w, request)
		default:
			detail(w, http.StatusMethodNotAllowed, "Method Not Allowed")
		}
	})
}

func asDuration(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second))
}

// target is where a request shall go.
type target struct {
	id        string
	namespace string
	port      int
	podIP     string
}

func detail(w http.ResponseWriter, status int, text string) {
	writeJSON(w, status, map[string]string{"detail": text})
}

// parse reads the headers; what is wrong with them is the error's text.
func parse(header http.Header) (target, error) {
	t := target{id: header.Get("X-Sandbox-ID"), namespace: "default", port: 8888, podIP: header.Get("X-Sandbox-Pod-IP")}
	if t.id == "" {
		return t, errors.New("X-Sandbox-ID header is required.")
	}
	if !dnsLabel.MatchString(t.id) {
		return t, errors.New("Invalid sandbox ID format.")
	}
	if namespace, ok := header["X-Sandbox-Namespace"]; ok {
		t.namespace = namespace[0]
	}
	if !dnsLabel.MatchString(t.namespace) {
		return t, errors.New("Invalid namespace format.")
	}
	if port, ok := header["X-Sandbox-Port"]; ok {
		number, err := strconv.Atoi(port[0])
		if err != nil || number < 1 || number > 65535 {
			return t, errors.New("Invalid port format.")
		}
		t.port = number
	}
	if t.podIP == "" {
		return t, nil
	}
	ip, err := netip.ParseAddr(t.podIP)
	switch {
	case err != nil:
		return t, errors.New("Invalid target IP address format.")
	// Or clients could use the router to reach what is not a Pod.
	case ip.IsLoopback(), ip.IsLinkLocalUnicast(), ip.IsMulticast(), ip.IsUnspecified():
		return t, errors.New("Invalid target IP address.")
	}
	return t, nil
}

func (r *router) route(w http.ResponseWriter, request *http.Request) {
	if r.allowed.early(w, request) {
		return
	}
	t, err := parse(request.Header)
	if err != nil {
		detail(w, http.StatusBadRequest, err.Error())
		return
	}
	if !r.allowed.allows(w, request, t) {
		return
	}
	host := t.podIP
	if host == "" {
		host = t.id + "." + t.namespace + ".svc." + r.domain
		if known, ok := r.hosts[t.id+"."+t.namespace]; ok {
			host = known
		}
	}
	ctx, cancel := context.WithTimeout(request.Context(), r.timeoutOf(request))
	defer cancel()
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(p *httputil.ProxyRequest) { rewrite(p, net.JoinHostPort(host, strconv.Itoa(t.port))) },
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			failed(w, t.id, err)
		},
	}
	proxy.ServeHTTP(w, request.WithContext(ctx))
}

func (r *router) timeoutOf(request *http.Request) time.Duration {
	seconds, err := strconv.ParseFloat(request.Header.Get("X-Sandbox-Timeout"), 64)
	if err != nil || math.IsNaN(seconds) || seconds <= 0 || seconds > r.timeout.Seconds() {
		return r.timeout
	}
	return asDuration(seconds)
}

// rewrite addresses the sandbox by the very path that was sent, undecoded, and leaves
// out what is the router's business alone.
func rewrite(p *httputil.ProxyRequest, host string) {
	p.Out.URL = &url.URL{Scheme: "http", Host: host, Path: p.In.URL.Path, RawPath: p.In.URL.RawPath, RawQuery: p.In.URL.RawQuery}
	p.Out.Host = ""
	p.Out.Header.Del("Authorization")
	for name := range p.Out.Header {
		if strings.HasPrefix(name, "X-Sandbox-") {
			p.Out.Header.Del(name)
		}
	}
	p.SetXForwarded()
}

func failed(w http.ResponseWriter, id string, err error) {
	log.Printf("%s: %v", id, err)
	var timeout net.Error
	var dialing *net.OpError
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		detail(w, http.StatusGatewayTimeout, "Timed out waiting for the backend sandbox: "+id)
	case errors.As(err, &dialing) && dialing.Op == "dial":
		detail(w, http.StatusBadGateway, "Could not connect to the backend sandbox: "+id)
	default:
		detail(w, http.StatusInternalServerError, "An internal error occurred in the proxy.")
	}
}
