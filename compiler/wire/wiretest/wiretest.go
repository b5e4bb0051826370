// Package wiretest helps to test the binary forms of types.
package wiretest

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/wire"
)

// Complete fails the test unless a form holds all fields of a type. Each exported field of a value gets something other
// than zero: true, 2, a text, a list of one element; fix makes that possible, and may make zero what the form is to
// leave out.
func Complete[T any](t *testing.T, fix func(*T), code func(c *wire.Coder, x *T)) {
	t.Helper()
	var want, got T
	fill(reflect.ValueOf(&want).Elem())
	fix(&want)
	w := wire.Writer()
	code(w, &want)
	r := wire.Reader(w.Form())
	code(r, &got)
	require.NoError(t, r.End())
	require.Equal(t, want, got)
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("text")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				fill(f)
			}
		}
	default:
		switch {
		case v.CanInt():
			v.SetInt(2)
		case v.CanUint():
			v.SetUint(2)
		case v.CanFloat():
			v.SetFloat(2)
		}
	}
}
