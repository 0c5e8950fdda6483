package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// decode is Python's text mode: UTF-8 or nothing, and every kind of line end becomes one.
func decode(output []byte) (string, error) {
	for i := 0; i < len(output); {
		r, size := utf8.DecodeRune(output[i:])
		if r == utf8.RuneError && size == 1 {
			return "", undecodable(output, i)
		}
		i += size
	}
	text := strings.ReplaceAll(string(output), "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), nil
}

// undecodable says in Python's words what is wrong at a position.
func undecodable(output []byte, at int) error {
	length, reason := 1, "invalid start byte"
	if wanted := lengthOf(output[at]); wanted > 0 {
		for length < wanted && at+length < len(output) && continues(output[at], length, output[at+length]) {
			length++
		}
		reason = "invalid continuation byte"
		if at+length == len(output) {
			reason = "unexpected end of data"
		}
	}
	if length == 1 {
		return fmt.Errorf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", output[at], at, reason)
	}
	return fmt.Errorf("'utf-8' codec can't decode bytes in position %d-%d: %s", at, at+length-1, reason)
}

// lengthOf is how many bytes a character has that begins so; 0 if none does.
func lengthOf(first byte) int {
	switch {
	case first >= 0xc2 && first <= 0xdf:
		return 2
	case first >= 0xe0 && first <= 0xef:
		return 3
	case first >= 0xf0 && first <= 0xf4:
		return 4
	}
	return 0
}

// continues tells whether a byte may be the one with this index in such a character.
func continues(first byte, index int, next byte) bool {
	lowest, highest := byte(0x80), byte(0xbf)
	if index == 1 {
		switch first {
		case 0xe0:
			lowest = 0xa0
		case 0xed:
			highest = 0x9f
		case 0xf0:
			lowest = 0x90
		case 0xf4:
			highest = 0x8f
		}
	}
	return next >= lowest && next <= highest
}
