# newer.awk writes the instructions that Debian's spirv-as does not know as words, which it takes as they are. Operands
# are ids and numbers, each a word (OpConstantOfWords is an OpConstant of more than 64 bits, and so are others with
# operands that spirv-as does not know); names of storage classes become numbers.
BEGIN {
	split("OpTypeUntypedPointerKHR 4417 OpUntypedVariableKHR 4418 OpUntypedAccessChainKHR 4419 " \
		"OpUntypedInBoundsAccessChainKHR 4420 OpUntypedPtrAccessChainKHR 4423 " \
		"OpUntypedInBoundsPtrAccessChainKHR 4424 OpUntypedPrefetchKHR 4426 OpUntypedGroupAsyncCopyKHR 4434 " \
		"OpConstantOfWords 43 OpCapabilityOfWords 17 OpExecutionModeIdOfWords 331 OpSwitchOfWords 251", list, " ")
	for (i = 1; i in list; i += 2) number[list[i]] = list[i + 1]
	split("UniformConstant 0 Workgroup 4 CrossWorkgroup 5 Function 7 Generic 8 None 0", list, " ")
	for (i = 1; i in list; i += 2) value[list[i]] = list[i + 1]
}
{
	name = $2 == "=" ? $3 : $1
	if (!(name in number)) { print; next }
	line = ""
	words = 1
	first = $2 == "=" ? 4 : 2
	for (i = first; i <= NF; i++) {
		# the result stands after its type, which the first instruction does not have
		if ($2 == "=" && i == first + (name !~ /^OpType/)) { line = line " " $1; words++ }
		line = line " " ($i in value ? value[$i] : $i)
		words++
	}
	# without OpNop, the words might be operands of the instruction before
	printf "OpNop\n!%d%s\n", words * 65536 + number[name], line
}
