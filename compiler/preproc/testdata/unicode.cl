#define été 1
été x́ 名前 _é 1é 2€
a b
/* € */ "€" // “
“quoted” ́ �
#if 0
 skipped “
 #else
#endif
