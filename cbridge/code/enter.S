/* The way into machine code and out of it. */

	.text
	.globl heddle_enter
	.hidden heddle_enter
	.type heddle_enter, @function
heddle_enter: /* (entry, context, frame) */
	pushq %rbp
	pushq %rbx
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
	movq %rsi, %r15
	movq %rdx, %rbp
	movq heddle_stack@gottpoff(%rip), %rax
	movq %rsp, %fs:(%rax)
	callq *%rdi
leave:
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %rbp
	ret
	.size heddle_enter, . - heddle_enter

/* The handler of faults has put the stack back to where it was at entry: machine code owns none of it. */
	.globl heddle_abort
	.hidden heddle_abort
	.type heddle_abort, @function
heddle_abort:
	cld
	movl $4, %eax /* HEDDLE_FAULTED */
	jmp leave
	.size heddle_abort, . - heddle_abort

	.section .note.GNU-stack, "", @progbits
