// OPTIONS: 120
void statement_expressions(int k) {
	k = ({ k + 1; }) + ({ ; k; });
	k = ({ int a = k; a++; if (a) goto out; a; }); // accepted
	k = ({ inside: k++; k; }); // ERROR: a label in a statement expression
	switch (k) { case 1: k = ({ case 2: k++; k; }); // ERROR: a label in a statement expression
	}
	k = ({ switch (k) { case 3: k++; } k; });
	k = ({ int b; }); // ERROR: incompatible type 'void'
	k = ({ b; }); // ERROR: undeclared identifier 'b'
	({ k; k; }); // WARNING: unused
out: ;
}
constant int at_file_scope = ({ 3; }); // ERROR: within functions only
