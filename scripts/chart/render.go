// Renders the templates of a Helm chart as Helm does, with the same template language and functions, where Helm itself is not
// to be had. Reads {chart, release, values} as JSON from stdin, for the chart in the folder that is its argument, and writes
// {file: text} as JSON.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

type files struct{ folder string }

func (f files) Get(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(f.folder, name))
	return string(text), err
}

func main() {
	if err := render(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(folder string) error {
	var given struct {
		Chart   map[string]interface{} `json:"chart"`
		Release map[string]interface{} `json:"release"`
		Values  map[string]interface{} `json:"values"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		return err
	}
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	// What Helm takes away.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	// Every JSON text is YAML.
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}
	all.Funcs(functions)

	paths, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return err
		}
	}
	data := map[string]interface{}{
		"Chart": given.Chart, "Release": given.Release, "Values": given.Values, "Files": files{folder},
	}
	rendered := map[string]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		if err := all.ExecuteTemplate(&text, name, data); err != nil {
			return err
		}
		rendered[name] = text.String()
	}
	return json.NewEncoder(os.Stdout).Encode(rendered)
}
