// Renders a Helm chart where there is no Helm: its templates by the same engine and functions.
//
//	go run render.go <folder of the chart> <its values and what else templates know, as JSON>
//
// Takes GOPATH=/usr/share/gocode GO111MODULE=off and Debian's golang-github-masterminds-sprig-dev.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

func asJSON(value interface{}) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

func main() {
	folder := os.Args[1]
	var known map[string]interface{}
	if err := json.Unmarshal([]byte(os.Args[2]), &known); err != nil {
		fail(err)
	}
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	// JSON is YAML, too.
	functions["toYaml"] = asJSON
	functions["toJson"] = asJSON
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["required"] = func(sentence string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(sentence)
		}
		return value, nil
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		fail(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			fail(err)
		}
		if _, err := root.New(filepath.Base(file)).Parse(string(text)); err != nil {
			fail(err)
		}
	}
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.HasSuffix(name, ".yaml") && name != "NOTES.txt" {
			continue
		}
		var out bytes.Buffer
		if err := root.ExecuteTemplate(&out, name, known); err != nil {
			fail(err)
		}
		if name != "NOTES.txt" {
			fmt.Printf("---\n# Source: %s\n%s\n", name, out.String())
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
