package main

import (
	"errors"
	"strings"
)

// shlex splits a command line as Python's shlex.split does: quotes and backslashes
// as in a shell, but nothing else of a shell.
func shlex(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	started := false
	runes := []rune(line)
	for i := 0; i < len(runes); i++ {
		switch c := runes[i]; c {
		case ' ', '\t', '\r', '\n':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		case '\'', '"':
			started = true
			end, err := quoted(runes, i, &word)
			if err != nil {
				return nil, err
			}
			i = end
		case '\\':
			if i++; i == len(runes) {
				return nil, errors.New("No escaped character")
			}
			started = true
			word.WriteRune(runes[i])
		default:
			started = true
			word.WriteRune(c)
		}
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}

// quoted adds what is within the quotes that open at start, and returns where they close.
func quoted(runes []rune, start int, word *strings.Builder) (int, error) {
	quote := runes[start]
	for i := start + 1; i < len(runes); i++ {
		switch {
		case runes[i] == quote:
			return i, nil
		case quote == '"' && runes[i] == '\\':
			if i++; i == len(runes) {
				return 0, errors.New("No escaped character")
			}
			// Only these two are escaped; before any other the backslash stays.
			if runes[i] != '"' && runes[i] != '\\' {
				word.WriteRune('\\')
			}
			word.WriteRune(runes[i])
		default:
			word.WriteRune(runes[i])
		}
	}
	return 0, errors.New("No closing quotation")
}
