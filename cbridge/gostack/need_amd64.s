// func needRoom()
TEXT ·needRoom(SB), 0, $131072-0
	RET
