package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// legacy is the HTTP API of the Python runtime. LEGACY_VARIANT chooses its age:
//
//	blocking  the oldest: while a command runs, nothing else is answered
//	current   commands run in a few threads; an extra field in a request is ignored
//	timed     the newest: timeout_seconds is heeded, and an answer says timed_out
//
// SANDBOX_BASE_DIR (/app) and SANDBOX_EXEC_TIMEOUT_SECONDS (300) are the real one's.
type legacy struct {
	variant string
	base    string
	timeout time.Duration
	threads chan struct{}
	loop    chan struct{}
}

func newLegacy() http.Handler {
	l := &legacy{
		variant: setting("LEGACY_VARIANT", "current"),
		base:    strings.TrimSpace(setting("SANDBOX_BASE_DIR", "/app")),
		timeout: 300 * time.Second,
		threads: make(chan struct{}, min(32, runtime.NumCPU()+4)),
		loop:    make(chan struct{}, 1),
	}
	if seconds, err := strconv.ParseFloat(os.Getenv("SANDBOX_EXEC_TIMEOUT_SECONDS"), 64); err == nil && seconds > 0 {
		l.timeout = time.Duration(seconds * float64(time.Second))
	}
	if l.variant != "blocking" && l.variant != "current" && l.variant != "timed" {
		log.Fatalf("LEGACY_VARIANT: %s is neither blocking, current nor timed", l.variant)
	}
	return l
}

func (l *legacy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if l.variant == "blocking" {
		l.loop <- struct{}{}
		defer func() { <-l.loop }()
	}
	method, path := r.Method, r.URL.Path
	switch {
	case path == "/" && method == http.MethodGet:
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok", "message": "Sandbox Runtime is active."})
	case path == "/execute" && method == http.MethodPost:
		l.execute(w, r)
	case path == "/upload" && method == http.MethodPost:
		l.upload(w, r)
	case strings.HasPrefix(path, "/download/") && method == http.MethodGet:
		l.download(w, r, path[len("/download/"):])
	case strings.HasPrefix(path, "/list/") && method == http.MethodGet:
		l.list(w, path[len("/list/"):])
	case strings.HasPrefix(path, "/exists/") && method == http.MethodGet:
		l.exists(w, path[len("/exists/"):])
	case path == "/" || path == "/execute" || path == "/upload":
		writeJSON(w, http.StatusMethodNotAllowed, map[string]string{"detail": "Method Not Allowed"})
	default:
		writeJSON(w, http.StatusNotFound, map[string]string{"detail": "Not Found"})
	}
}

type executeRequest struct {
	Command        *string  `json:"command"`
	TimeoutSeconds *float64 `json:"timeout_seconds"`
}

func (l *legacy) execute(w http.ResponseWriter, r *http.Request) {
	var request executeRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil || request.Command == nil {
		writeJSON(w, http.StatusUnprocessableEntity, map[string]any{
			"detail": []map[string]any{{"type": "missing", "loc": []string{"body", "command"}, "msg": "Field required"}},
		})
		return
	}
	timeout := l.timeout
	if l.variant == "timed" && request.TimeoutSeconds != nil && *request.TimeoutSeconds > 0 {
		timeout = min(timeout, time.Duration(*request.TimeoutSeconds*float64(time.Second)))
	}
	stdout, stderr, exitCode, err := l.run(*request.Command, timeout)
	answer := map[string]any{"stdout": stdout, "stderr": stderr, "exit_code": exitCode}
	if err != nil {
		answer = map[string]any{"stdout": "", "stderr": "Failed to execute command: " + err.Error(), "exit_code": 1}
	}
	if l.variant == "timed" {
		answer["timed_out"] = errors.As(err, new(*timeoutError))
	}
	writeJSON(w, http.StatusOK, answer)
}

type timeoutError struct {
	argv    []string
	timeout time.Duration
}

func (e *timeoutError) Error() string {
	quoted := make([]string, len(e.argv))
	for i, word := range e.argv {
		quoted[i] = "'" + word + "'"
	}
	seconds := strconv.FormatFloat(e.timeout.Seconds(), 'f', -1, 64)
	if !strings.Contains(seconds, ".") {
		seconds += ".0"
	}
	return fmt.Sprintf("Command '[%s]' timed out after %s seconds", strings.Join(quoted, ", "), seconds)
}

// run waits until nobody holds the command's output open any more, be it a child that
// was meant to stay in the background; and keeps all of it in memory.
func (l *legacy) run(line string, timeout time.Duration) (stdout, stderr string, exitCode int, err error) {
	argv, err := shlex(line)
	if err != nil {
		return
	}
	if strings.Contains(line, "\x00") {
		err = errors.New("embedded null byte")
		return
	}
	if len(argv) == 0 {
		err = errors.New("list index out of range")
		return
	}
	l.threads <- struct{}{}
	defer func() { <-l.threads }()
	var out, errors_ bytes.Buffer
	command := exec.Command(argv[0], argv[1:]...)
	command.Dir = l.base
	command.Stdout, command.Stderr = &out, &errors_
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err = command.Start(); err != nil {
		err = pythonError(err, argv[0])
		return
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case <-ended:
	case <-time.After(timeout):
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		<-ended
		err = &timeoutError{argv, timeout}
		return
	}
	if stdout, err = decode(out.Bytes()); err != nil {
		return
	}
	if stderr, err = decode(errors_.Bytes()); err != nil {
		return
	}
	status := command.ProcessState.Sys().(syscall.WaitStatus)
	exitCode = status.ExitStatus()
	if status.Signaled() {
		exitCode = -int(status.Signal())
	}
	return
}

// pythonError says what Python would, were it to start a program that it cannot.
func pythonError(err error, name string) error {
	var number syscall.Errno
	switch {
	case errors.Is(err, exec.ErrNotFound):
		number = syscall.ENOENT
	case errors.As(err, &number):
	default:
		return err
	}
	reason := number.Error()
	return fmt.Errorf("[Errno %d] %s: '%s'", int(number), strings.ToUpper(reason[:1])+reason[1:], name)
}
