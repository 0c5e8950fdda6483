package main

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

func message(w http.ResponseWriter, status int, text string) {
	writeJSON(w, status, map[string]string{"message": text})
}

func (l *legacy) upload(w http.ResponseWriter, r *http.Request) {
	name, content, err := filePart(r)
	if err != nil {
		writeJSON(w, http.StatusUnprocessableEntity, map[string]any{
			"detail": []map[string]any{{"type": "missing", "loc": []string{"body", "file"}, "msg": "Field required"}},
		})
		return
	}
	path, ok := l.within(name)
	if !ok {
		message(w, http.StatusForbidden, "Access denied")
		return
	}
	err = os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		// Not atomic: a reader may see a part of it.
		err = os.WriteFile(path, content, 0o644)
	}
	if err != nil {
		message(w, http.StatusInternalServerError, "File upload failed: "+filesError(err))
		return
	}
	message(w, http.StatusOK, "File '"+name+"' uploaded successfully.")
}

// filePart finds the part named "file". Its filename is taken as it was sent: Go's own
// accessor would cut the directories off.
func filePart(r *http.Request) (name string, content []byte, err error) {
	reader, err := r.MultipartReader()
	if err != nil {
		return "", nil, err
	}
	for {
		part, err := reader.NextPart()
		if err != nil {
			return "", nil, err
		}
		_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		_, named := parameters["filename"]
		if err != nil || parameters["name"] != "file" || !named {
			continue
		}
		content, err := io.ReadAll(part)
		return parameters["filename"], content, err
	}
}

func (l *legacy) download(w http.ResponseWriter, r *http.Request, encoded string) {
	path, ok := l.within(unquote(encoded))
	if !ok {
		message(w, http.StatusForbidden, "Access denied")
		return
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		message(w, http.StatusNotFound, "File not found")
		return
	}
	file, err := os.Open(path)
	if err != nil {
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", info.ModTime(), file)
}

type legacyEntry struct {
	Name    string  `json:"name"`
	Size    int64   `json:"size"`
	Type    string  `json:"type"`
	ModTime float64 `json:"mod_time"`
}

func (l *legacy) list(w http.ResponseWriter, encoded string) {
	path, ok := l.within(unquote(encoded))
	if !ok {
		message(w, http.StatusForbidden, "Access denied")
		return
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		message(w, http.StatusNotFound, "Path is not a directory")
		return
	}
	names, err := os.ReadDir(path)
	entries := make([]legacyEntry, 0, len(names))
	for _, name := range names {
		var info os.FileInfo
		// Links are followed, so one that leads nowhere fails the whole list.
		if info, err = os.Stat(filepath.Join(path, name.Name())); err != nil {
			break
		}
		kind := "file"
		if info.IsDir() {
			kind = "directory"
		}
		seconds := float64(info.ModTime().UnixNano()) / 1e9
		entries = append(entries, legacyEntry{name.Name(), info.Size(), kind, seconds})
	}
	if err != nil {
		message(w, http.StatusInternalServerError, "List files failed: "+filesError(err))
		return
	}
	writeJSON(w, http.StatusOK, entries)
}

func (l *legacy) exists(w http.ResponseWriter, encoded string) {
	name := unquote(encoded)
	path, ok := l.within(name)
	if !ok {
		message(w, http.StatusForbidden, "Access denied")
		return
	}
	_, err := os.Stat(path)
	writeJSON(w, http.StatusOK, map[string]any{"path": name, "exists": err == nil})
}

// within resolves a name below the base directory, and says whether it stays there.
func (l *legacy) within(name string) (string, bool) {
	base := realPath(l.base)
	path := realPath(base + "/" + strings.TrimLeft(name, "/"))
	return path, !strings.Contains(name, "\x00") && (path == base || strings.HasPrefix(path, base+"/"))
}

// realPath follows all links, those too that lead nowhere.
func realPath(path string) string {
	resolved := "/"
	rest := strings.Split(path, "/")
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			resolved = filepath.Dir(resolved)
			continue
		}
		next := filepath.Join(resolved, name)
		target, err := os.Readlink(next)
		if err != nil || links == 40 {
			resolved = next
			continue
		}
		links++
		if strings.HasPrefix(target, "/") {
			resolved = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return resolved
}

// unquote decodes percent signs once more, though HTTP did already: the runtime's own
// mistake. What is no hexadecimal number stays.
func unquote(text string) string {
	var result strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
			result.WriteByte(unhex(text[i+1])<<4 | unhex(text[i+2]))
			i += 2
		} else {
			result.WriteByte(text[i])
		}
	}
	return strings.ToValidUTF8(result.String(), "\uFFFD")
}

func isHex(c byte) bool {
	return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}

func filesError(err error) string {
	var failed *os.PathError
	if errors.As(err, &failed) {
		return pythonError(failed.Err, failed.Path).Error()
	}
	return err.Error()
}
