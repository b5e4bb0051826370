// Variables in the local address space that are declared in inner scopes of a kernel: one for the whole work-group
// each.
//arg rows uint[5120] 0xeeee
//arg numbers uint[40] by numbers
//launch 40/20
//checks rows

#define EQ(a, b) (*out++ = (a) == (b) ? 0 : __LINE__)
#define END (*out = 0xd0e)

kernel void inner(global uint *rows, global uint *numbers) {
	global uint *out = rows + 128 * get_global_id(0);
	int l = get_local_id(0), n = get_local_size(0), next = (l + 1) % n;
	if (n > 1) {
		local int t[64];
		t[l] = l * 2;
		barrier(CLK_LOCAL_MEM_FENCE);
		EQ(t[next], next * 2);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int i = 0; i < 3; i++) {
		__local struct { int a[64]; int sum; } u;
		u.a[l] = l + i;
		if (l == 0)
			u.sum = i ? u.sum + i : 100;
		barrier(CLK_LOCAL_MEM_FENCE);
		EQ(u.a[next], next + i);
		EQ(u.sum, i == 0 ? 100 : i == 1 ? 101 : 103);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	END;
}

// What the kernels read: numbers of all sizes.
kernel void numbers(global uint *numbers) {
	uint j = get_global_id(0);
	numbers[j] = j * j * j * 2654435 + j * 7;
}
