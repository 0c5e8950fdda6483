package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var fileMode = regexp.MustCompile(`^0[0-7]{3}$`)

// files is sandboxd's HTTP API.
type files struct {
	root  string
	began time.Time
}

func newFiles(root string) http.Handler {
	f := &files{root, time.Now()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/files/{path...}", f.confine(f.read))
	mux.HandleFunc("PUT /v1/files/{path...}", f.confine(f.write))
	mux.HandleFunc("DELETE /v1/files/{path...}", f.confine(f.remove))
	mux.HandleFunc("GET /v1/health", f.health)
	mux.HandleFunc("GET /v1/metadata", f.metadata)
	return mux
}

func refuse(w http.ResponseWriter, status int, code, text string) {
	writeJSON(w, status, map[string]string{"code": code, "message": text})
}

func refuseFor(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		refuse(w, http.StatusNotFound, "NOT_FOUND", "path does not exist within the sandbox")
	case errors.Is(err, fs.ErrPermission):
		refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "permission denied")
	case errors.Is(err, syscall.ENOTEMPTY):
		refuse(w, http.StatusConflict, "CONFLICT", "directory is not empty; pass recursive=true to remove it")
	default:
		refuse(w, http.StatusInternalServerError, "INTERNAL", err.Error())
	}
}

// confined resolves a path, which may also be an absolute one within the root, and
// says whether it stays there.
func confined(root, path string) (string, bool) {
	real := realPath(root)
	inner := filepath.Clean(path)
	if after, found := strings.CutPrefix(inner, real+"/"); found || inner == real {
		inner = after
		if !found {
			inner = "."
		}
	}
	resolved := existing(filepath.Join(real, inner))
	return resolved, resolved == real || strings.HasPrefix(resolved, real+"/")
}

// existing follows the links of as much of a path as there is. A link that leads nowhere
// is not followed: it stands for the file that will be written in its place.
func existing(path string) string {
	resolved, err := filepath.EvalSymlinks(path)
	if err == nil || path == "/" {
		return resolved
	}
	return filepath.Join(existing(filepath.Dir(path)), filepath.Base(path))
}

func (f *files) confine(do func(http.ResponseWriter, *http.Request, string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		path, ok := confined(f.root, r.PathValue("path"))
		if !ok {
			refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "path traversal outside sandbox root is forbidden")
			return
		}
		do(w, r, path)
	}
}

func (f *files) read(w http.ResponseWriter, r *http.Request, path string) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		f.list(w, r, path)
		return
	}
	var file *os.File
	if err == nil {
		file, err = os.Open(path)
	}
	if err != nil {
		refuseFor(w, err)
		return
	}
	defer file.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", info.ModTime(), file)
}

type fileEntry struct {
	Name       string `json:"name"`
	Size       int64  `json:"size"`
	Type       string `json:"type"`
	ModifiedAt string `json:"modified_at"`
	Mode       string `json:"mode"`
}

// list leaves out links that lead nowhere or outside.
func (f *files) list(w http.ResponseWriter, r *http.Request, path string) {
	names, err := os.ReadDir(path)
	if err != nil {
		refuseFor(w, err)
		return
	}
	entries := make([]fileEntry, 0, len(names))
	for _, name := range names {
		target, ok := confined(f.root, filepath.Join(path, name.Name()))
		info, err := os.Stat(target)
		if !ok || err != nil {
			continue
		}
		kind := "file"
		if info.IsDir() {
			kind = "directory"
		}
		modified := info.ModTime().UTC().Format(time.RFC3339)
		entries = append(entries, fileEntry{name.Name(), info.Size(), kind, modified, fmt.Sprintf("%04o", info.Mode().Perm())})
	}
	writeJSON(w, http.StatusOK, map[string]any{"path": "/" + strings.TrimPrefix(r.PathValue("path"), "/"), "entries": entries})
}

func (f *files) write(w http.ResponseWriter, r *http.Request, path string) {
	mode := uint64(0o644)
	if wanted := r.URL.Query().Get("mode"); wanted != "" {
		if !fileMode.MatchString(wanted) {
			refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "mode must be like 0644")
			return
		}
		mode, _ = strconv.ParseUint(wanted, 8, 32)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "target path is a directory")
		return
	}
	content, err := body(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", err.Error())
		return
	}
	if err := replace(path, content, os.FileMode(mode)); err != nil {
		refuseFor(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// body is the request's, or its part named "file".
func body(r *http.Request) (io.Reader, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		return r.Body, nil
	}
	parts, err := r.MultipartReader()
	for err == nil {
		part, failed := parts.NextPart()
		if failed == nil && part.FormName() == "file" {
			return part, nil
		}
		err = failed
	}
	return nil, fmt.Errorf("no part named file: %w", err)
}

// replace puts the whole file in place at once, or nothing.
func replace(path string, content io.Reader, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".sandboxd-tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if err := file.Chmod(mode); err != nil {
		return err
	}
	if _, err := io.Copy(file, content); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

func (f *files) remove(w http.ResponseWriter, r *http.Request, path string) {
	recursive, err := strconv.ParseBool(r.URL.Query().Get("recursive"))
	if err != nil && r.URL.Query().Has("recursive") {
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "recursive must be true or false")
		return
	}
	switch _, err = os.Lstat(path); {
	case err != nil:
	case path == realPath(f.root) && !recursive:
		err = syscall.ENOTEMPTY
	case path == realPath(f.root):
		var names []os.DirEntry
		names, err = os.ReadDir(path)
		for _, name := range names {
			err = errors.Join(err, os.RemoveAll(filepath.Join(path, name.Name())))
		}
	case recursive:
		err = os.RemoveAll(path)
	default:
		err = os.Remove(path)
	}
	if err != nil {
		refuseFor(w, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (f *files) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"status": "ok", "uptime_seconds": int64(time.Since(f.began).Seconds())})
}

// metadata shows what was meant for the sandbox, unless its name looks like a secret's.
func (f *files) metadata(w http.ResponseWriter, _ *http.Request) {
	secret := regexp.MustCompile("(?i)TOKEN|SECRET|PASSWORD|PASSWD|CRED|KEY|AUTH|BEARER|PRIVATE|CERT")
	env := map[string]string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "SANDBOX_") && !secret.MatchString(name) {
			env[name] = value
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"env": env})
}
