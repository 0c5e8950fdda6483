package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/creack/pty"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	// chunkSize is how much output goes into one message at most.
	chunkSize = 4096
	// drainGrace is how long output is awaited from what a command left behind.
	drainGrace = 5 * time.Second
	// waitDelay bounds the same for Execute, which fails then.
	waitDelay = 10 * time.Second
)

// processes runs commands for the process service.
type processes struct {
	root    string
	last    atomic.Int32
	mu      sync.Mutex
	running map[int32]*process
}

type process struct {
	command  *exec.Cmd
	stdin    io.WriteCloser
	terminal *os.File
	ended    atomic.Bool
}

func newProcesses(root string) *processes {
	return &processes{root: root, running: map[int32]*process{}}
}

func (p *processes) find(id int32) (*process, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if found, ok := p.running[id]; ok {
		return found, nil
	}
	return nil, status.Errorf(codes.NotFound, "process %d not found", id)
}

func (p *processes) command(ctx context.Context, c config) (*exec.Cmd, error) {
	if len(c.command) == 0 {
		return nil, status.Error(codes.InvalidArgument, "command is required")
	}
	command := exec.CommandContext(ctx, c.command[0], c.command[1:]...)
	command.Dir = p.root
	command.WaitDelay = waitDelay
	if len(c.env) > 0 {
		command.Env = append(os.Environ(), c.env...)
	}
	if c.cwd != "" {
		path, ok := confined(p.root, c.cwd)
		if !ok {
			return nil, status.Errorf(codes.PermissionDenied, "cwd: %q is outside of the sandbox root", c.cwd)
		}
		command.Dir = path
	}
	return command, nil
}

// start runs a command and sends what it says as it says it. A client that goes away
// ends the command itself, but not its children.
func (p *processes) start(ctx context.Context, r request, send func(reply) error) error {
	command, err := p.command(ctx, r.config)
	if err != nil {
		return err
	}
	started := &process{command: command}
	outputs, err := started.begin(r.terminal)
	if err != nil {
		return notStarted(err)
	}
	defer closeAll(outputs)
	id := p.last.Add(1)
	p.mu.Lock()
	p.running[id] = started
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.running, id)
		p.mu.Unlock()
	}()
	if err := send(initEvent(id)); err != nil {
		_ = started.kill(syscall.SIGKILL)
		_ = command.Wait()
		return err
	}
	var sending sync.Mutex
	var reading sync.WaitGroup
	for i, output := range outputs {
		reading.Add(1)
		go func() {
			defer reading.Done()
			forward(output, func(chunk []byte) error {
				sending.Lock()
				defer sending.Unlock()
				return send(outputEvent(i == 1, chunk))
			})
		}()
	}
	waitErr := command.Wait()
	started.ended.Store(true)
	if started.terminal == nil {
		drain(&reading, outputs)
	} else {
		_ = started.terminal.Close()
		reading.Wait()
	}
	return send(exitEvent(exitCode(waitErr)))
}

// begin starts the process; what it says comes from standard output and error, or
// from the terminal alone.
func (s *process) begin(terminal *size) ([]*os.File, error) {
	if terminal != nil {
		file, err := pty.StartWithSize(s.command, &pty.Winsize{Cols: terminal.columns, Rows: terminal.rows})
		s.terminal, s.stdin = file, file
		return []*os.File{file}, err
	}
	var ours, theirs [3]*os.File
	for i := range ours {
		reader, writer, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		ours[i], theirs[i] = reader, writer
	}
	// The first is for input: the other way round.
	ours[0], theirs[0] = theirs[0], ours[0]
	s.command.Stdin, s.command.Stdout, s.command.Stderr = theirs[0], theirs[1], theirs[2]
	s.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := s.command.Start()
	closeAll(theirs[:])
	if err != nil {
		closeAll(ours[:])
		return nil, err
	}
	s.stdin = ours[0]
	return ours[1:], nil
}

// kill signals the group, if the process lives.
func (s *process) kill(signal syscall.Signal) error {
	if s.ended.Load() {
		return nil
	}
	return syscall.Kill(-s.command.Process.Pid, signal)
}

func forward(from io.Reader, send func([]byte) error) {
	for {
		chunk := make([]byte, chunkSize)
		n, err := from.Read(chunk)
		if n > 0 && send(chunk[:n]) != nil {
			return
		}
		if err != nil {
			return
		}
	}
}

// drain gives what a command left behind a little time to close its output.
func drain(reading *sync.WaitGroup, outputs []*os.File) {
	done := make(chan struct{})
	go func() {
		reading.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(drainGrace):
		closeAll(outputs)
		<-done
	}
}

// execute runs a command to its end.
func (p *processes) execute(ctx context.Context, r request) (reply, error) {
	command, err := p.command(ctx, r.config)
	if err != nil {
		return nil, err
	}
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = command.Run()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return nil, notStarted(err)
	}
	return executeResponse(exitCode(err), stdout.Bytes(), stderr.Bytes()), nil
}

func (p *processes) writeStdin(_ context.Context, r request) (reply, error) {
	found, err := p.find(r.processID)
	if err != nil {
		return nil, err
	}
	if r.eof {
		err = found.stdin.Close()
	} else {
		// Waits for as long as the process reads nothing.
		_, err = found.stdin.Write(r.input)
	}
	if err != nil {
		return nil, status.Errorf(codes.Internal, "stdin: %v", err)
	}
	return nil, nil
}

func (p *processes) sendSignal(_ context.Context, r request) (reply, error) {
	found, err := p.find(r.processID)
	if err != nil {
		return nil, err
	}
	signal := syscall.Signal(r.signal)
	if signal != syscall.SIGINT && signal != syscall.SIGTERM && signal != syscall.SIGKILL {
		return nil, status.Errorf(codes.InvalidArgument, "unsupported signal %d", r.signal)
	}
	if err := found.kill(signal); err != nil {
		return nil, status.Errorf(codes.Internal, "signal: %v", err)
	}
	return nil, nil
}

func (p *processes) resize(_ context.Context, r request) (reply, error) {
	found, err := p.find(r.processID)
	if err != nil {
		return nil, err
	}
	if found.terminal == nil {
		return nil, status.Errorf(codes.FailedPrecondition, "process %d has no terminal", r.processID)
	}
	if err := pty.Setsize(found.terminal, &pty.Winsize{Cols: r.size.columns, Rows: r.size.rows}); err != nil {
		return nil, status.Errorf(codes.FailedPrecondition, "resize: %v", err)
	}
	return nil, nil
}

// exitCode is -1 for a process that a signal ended.
func exitCode(err error) int32 {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int32(exit.ExitCode())
	}
	return -1
}

func notStarted(err error) error {
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return status.Errorf(codes.NotFound, "command or path not found: %v", err)
	case errors.Is(err, fs.ErrPermission):
		return status.Errorf(codes.PermissionDenied, "permission denied: %v", err)
	}
	return status.Errorf(codes.Internal, "the command failed: %v", err)
}

func closeAll(files []*os.File) {
	for _, file := range files {
		_ = file.Close()
	}
}
