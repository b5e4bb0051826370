package token

import "testing"

func TestKeywordIDsAreFixed(t *testing.T) {
	n := NewInterner()
	for i, k := range keywords {
		if got := n.Lookup(k.name); got != ID(i+1) {
			t.Errorf("%s has id %d, not %d: listed twice?", k.name, got, i+1)
		}
		if KeywordOf(ID(i+1), 300) != k.keyword {
			t.Errorf("%s is not its keyword", k.name)
		}
	}
	ordinary := n.Intern("foo")
	if KeywordOf(ordinary, 300) != NotKeyword || KeywordOf(NoID, 300) != NotKeyword {
		t.Error("an ordinary identifier is a keyword")
	}
	if n.Intern("foo") != ordinary || n.Name(ordinary) != "foo" {
		t.Error("an identifier has two ids")
	}
}

func TestSpellingsShareAKeyword(t *testing.T) {
	n := NewInterner()
	if KeywordOf(n.Lookup("kernel"), 120) != KwKernel || KeywordOf(n.Lookup("__kernel"), 120) != KwKernel {
		t.Error("kernel has only one spelling")
	}
	if KeywordOf(n.Lookup("generic"), 120) != NotKeyword {
		t.Error("generic is reserved before OpenCL C 2.0")
	}
	if KwWhile.Spelling() != "while" {
		t.Error("spelling of while")
	}
}

func TestKindNames(t *testing.T) {
	for k := range numKinds {
		if k.String() == "" {
			t.Errorf("kind %d has no name", k)
		}
	}
	if !LBrack.IsPunctuation() || !At.IsPunctuation() || Pragma.IsPunctuation() || Newline.IsPunctuation() {
		t.Error("punctuation")
	}
}
