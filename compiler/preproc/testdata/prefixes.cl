L'a' u'a' U'a' u8'a' L"a" u8"a" L'\'' uu'a' R"a"
#define L 1
L'a' L 'a' L
#define TEXT(x) #x
TEXT(L'"' u8"\n")
#if L'a' == 97 && u'é' == 0xe9 && U'\u20ac' == 0x20ac && L'\xffffffff' < 0 && u'\xffff' > 0 && '\x80' < 0
yes
#endif
#if u'\x10000'
#endif
#if u'ab'
#endif
L'open
