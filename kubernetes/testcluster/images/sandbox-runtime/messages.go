package main

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// The messages of process.proto, read and written without generated code: there are
// few, and no protoc is needed.

// config is ProcessConfig.
type config struct {
	command []string
	env     []string // NAME=VALUE
	cwd     string
}

// request is any request: each kind of request uses some of its fields.
type request struct {
	config    config
	terminal  *size
	processID int32
	input     []byte
	eof       bool
	signal    int32
	size      size
}

type size struct {
	columns uint16
	rows    uint16
}

// reader takes the fields of one kind of request into a request.
type reader func(r *request, field protowire.Number, number uint64, bytes []byte) error

// reply is any answer, encoded already.
type reply []byte

// codec lets gRPC pass requests and replies; a request says itself how it is read.
type codec struct{}

// incoming is a request that is still to be read.
type incoming struct {
	request
	read reader
}

func (codec) Name() string { return "proto" }

func (codec) Marshal(v any) ([]byte, error) { return v.(reply), nil }

func (codec) Unmarshal(data []byte, v any) error {
	in := v.(*incoming)
	return fields(data, func(field protowire.Number, number uint64, bytes []byte) error {
		return in.read(&in.request, field, number, bytes)
	})
}

// fields hands on every field of a message: its number, or its bytes.
func fields(data []byte, take func(protowire.Number, uint64, []byte) error) error {
	for len(data) > 0 {
		field, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		var number uint64
		var bytes []byte
		switch kind {
		case protowire.VarintType:
			number, n = protowire.ConsumeVarint(data)
		case protowire.BytesType:
			bytes, n = protowire.ConsumeBytes(data)
		default:
			n = protowire.ConsumeFieldValue(field, kind, data)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := take(field, number, bytes); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// readStart reads a StartRequest, and an ExecuteRequest, which lacks the terminal.
func readStart(r *request, field protowire.Number, _ uint64, bytes []byte) error {
	switch field {
	case 1:
		return fields(bytes, r.config.read)
	case 2:
		r.terminal = &size{}
		return fields(bytes, func(field protowire.Number, number uint64, _ []byte) error {
			r.terminal.read(field, number)
			return nil
		})
	}
	return nil
}

func (c *config) read(field protowire.Number, _ uint64, bytes []byte) error {
	switch field {
	case 1:
		c.command = append(c.command, string(bytes))
	case 2:
		var name, value string
		err := fields(bytes, func(field protowire.Number, _ uint64, bytes []byte) error {
			if field == 1 {
				name = string(bytes)
			} else {
				value = string(bytes)
			}
			return nil
		})
		c.env = append(c.env, fmt.Sprintf("%s=%s", name, value))
		return err
	case 3:
		c.cwd = string(bytes)
	}
	return nil
}

func (s *size) read(field protowire.Number, number uint64) {
	if field == 1 {
		s.columns = uint16(number)
	} else {
		s.rows = uint16(number)
	}
}

func readStdin(r *request, field protowire.Number, number uint64, bytes []byte) error {
	switch field {
	case 1:
		r.processID = int32(number)
	case 2:
		r.input, r.eof = append([]byte{}, bytes...), false
	case 3:
		r.input, r.eof = nil, true
	}
	return nil
}

func readSignal(r *request, field protowire.Number, number uint64, _ []byte) error {
	if field == 1 {
		r.processID = int32(number)
	} else {
		r.signal = int32(number)
	}
	return nil
}

func readResize(r *request, field protowire.Number, number uint64, _ []byte) error {
	if field == 1 {
		r.processID = int32(number)
	} else {
		r.size.read(field-1, number)
	}
	return nil
}

func initEvent(id int32) reply   { return nested(1, varint(nil, 1, id)) }
func exitEvent(code int32) reply { return nested(4, varint(nil, 1, code)) }
func outputEvent(stderr bool, chunk []byte) reply {
	if stderr {
		return nested(3, chunk)
	}
	return nested(2, chunk)
}

func executeResponse(code int32, stdout, stderr []byte) reply {
	answer := varint(nil, 1, code)
	answer = append(answer, nested(2, stdout)...)
	return append(answer, nested(3, stderr)...)
}

func nested(field protowire.Number, content []byte) reply {
	return protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), content)
}

func varint(to []byte, field protowire.Number, value int32) []byte {
	// A negative number takes all 64 bits.
	return protowire.AppendVarint(protowire.AppendTag(to, field, protowire.VarintType), uint64(int64(value)))
}
