// OPTIONS: 120
void f(int i, float x) {
	break; // ERROR: 'break' outside
	continue; // ERROR: 'continue' outside
	goto nowhere; // ERROR: undeclared label 'nowhere'
	case 1: ; // ERROR: outside of a switch
	switch (i) {
	case 1: break;
	case 2 - 1: break; // ERROR: duplicate case value '1'
	case i: break; // ERROR: not an integer constant expression
	default: ;
	default: ; // ERROR: multiple default labels
	}
	switch (x) { } // ERROR: switch needs an integer
	else ; // ERROR: 'else' without 'if'
again: ;
again: ; // ERROR: redefinition of label
	int i2; int i2; // ERROR: redefinition of 'i2'
	if (i) int k = 0; // ERROR: a declaration needs a block
	return 1; // ERROR: should not return a value
}
int g(void) { return; } // ERROR: should return a value
void h(int a) { a = 1; // accepted
	for (int k = 0; k < 3; k++) a += k
	; while (a) a--; }
void unknown_types(cdouble_t a, foo_t *b, int c) { // ERROR: unknown type name 'cdouble_t' // ERROR: unknown type name 'foo_t'
	a = 1; b = 0; c = 2;
	bar_t d, e; // ERROR: unknown type name 'bar_t'
	d = e;
}

// Names that no header declares are found whether the source has them otherwise or not, again after a scope has closed, and
// not where something else has their name.
void unmentioned(void) {
	{
		ushotr16 a; // ERROR: unknown type name 'ushotr16'; did you mean 'ushort16'?
		{ ushotr16 b; } // ERROR: unknown type name 'ushotr16'; did you mean 'ushort16'?
	}
	ushotr16 c; // ERROR: unknown type name 'ushotr16'; did you mean 'ushort16'?
	int ulong8 = 1;
	ulong8 += 2;
}
