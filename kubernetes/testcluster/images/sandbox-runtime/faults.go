package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"
)

// fault is one kind of misbehaviour, for so many requests.
type fault struct {
	Method string `json:"method"` // any, if empty
	Prefix string `json:"prefix"` // of the path; any, if empty
	Times  int    `json:"times"`  // how often; 1, if absent
	// What happens: "status" answers Status without doing anything, "after" does
	// what was asked and answers Status all the same, "drop" closes the connection
	// without doing anything, "drop-after" does what was asked and then closes it
	// before any answer, "truncate" closes it after Bytes of the answer's body,
	// "stall" waits for Delay before anything else, "redirect" sends the client to
	// Location.
	Do       string `json:"do"`
	Status   int    `json:"status"`
	Bytes    int    `json:"bytes"`
	Delay    string `json:"delay"`
	Location string `json:"location"`
}

// seen is what a request looked like when it came.
type seen struct {
	Method  string              `json:"method"`
	Path    string              `json:"path"` // as it was sent, query and all
	Headers map[string][]string `json:"headers"`
}

// faults decides what goes wrong, and remembers all requests.
type faults struct {
	mu       sync.Mutex
	active   []fault
	requests []seen
}

func newFaults() *faults {
	return &faults{}
}

// control serves PUT /faults (a list of faults in place of the present ones),
// GET /requests (all there were since the last DELETE) and DELETE /requests.
func (f *faults) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /faults", func(w http.ResponseWriter, r *http.Request) {
		var active []fault
		if err := json.NewDecoder(r.Body).Decode(&active); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		for i := range active {
			if active[i].Times == 0 {
				active[i].Times = 1
			}
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.active = active
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /requests", func(w http.ResponseWriter, _ *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		writeJSON(w, http.StatusOK, append([]seen{}, f.requests...))
	})
	mux.HandleFunc("DELETE /requests", func(w http.ResponseWriter, _ *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.requests = nil
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// around lets the handler's requests suffer the faults.
func (f *faults) around(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		due := f.take(r)
		if due == nil {
			handler.ServeHTTP(w, r)
			return
		}
		switch due.Do {
		case "status":
			writeJSON(w, due.Status, map[string]string{"detail": "a fault of the test"})
		case "after":
			handler.ServeHTTP(newDiscard(), r)
			writeJSON(w, due.Status, map[string]string{"detail": "a fault of the test"})
		case "drop":
			panic(http.ErrAbortHandler)
		case "drop-after":
			handler.ServeHTTP(newDiscard(), r)
			panic(http.ErrAbortHandler)
		case "truncate":
			handler.ServeHTTP(&truncating{ResponseWriter: w, left: due.Bytes}, r)
		case "stall":
			if delay, err := time.ParseDuration(due.Delay); err == nil {
				time.Sleep(delay)
			}
			handler.ServeHTTP(w, r)
		case "redirect":
			http.Redirect(w, r, due.Location, http.StatusTemporaryRedirect)
		default:
			http.Error(w, "unknown fault "+due.Do, http.StatusNotImplemented)
		}
	})
}

// take notes the request, and returns the fault that is due, or nil.
func (f *faults) take(r *http.Request) *fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, seen{r.Method, r.RequestURI, r.Header.Clone()})
	for i := range f.active {
		due := &f.active[i]
		if due.Times > 0 && (due.Method == "" || due.Method == r.Method) && strings.HasPrefix(r.URL.Path, due.Prefix) {
			due.Times--
			taken := *due
			return &taken
		}
	}
	return nil
}

// discard is where an answer goes that nobody shall see.
type discard struct {
	header http.Header
}

func newDiscard() *discard {
	return &discard{header: http.Header{}}
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}

// truncating breaks the connection off within the body.
type truncating struct {
	http.ResponseWriter
	left int
}

func (t *truncating) Write(p []byte) (int, error) {
	if len(p) <= t.left {
		t.left -= len(p)
		return t.ResponseWriter.Write(p)
	}
	_, _ = t.ResponseWriter.Write(p[:t.left])
	if flusher, ok := t.ResponseWriter.(http.Flusher); ok {
		flusher.Flush()
	}
	panic(http.ErrAbortHandler)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
}
