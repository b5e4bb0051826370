package compiler

import (
	"strings"
	"testing"

	"heddle/compiler/feature"
)

// inVersion20 has what OpenCL C 2.0 makes mandatory and 3.0 optional, but for enqueueing.
const inVersion20 = `
global int counter = 3;                    // program scope
global atomic_int shared_counter = ATOMIC_VAR_INIT(0);
constant sampler_t nearest = CLK_FILTER_NEAREST;
int through(int *p) { return *p; }         // the generic address space
kernel void memory(global int *out, local int *l) {
	int own = get_global_id(0);
	static global int kept = 5;
	l[get_local_id(0)] = own;
	work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
	out[own] = through(&own) + through(l) + through(&counter) + kept++ + (to_global(&counter) != 0) +
		(get_fence(l) == CLK_LOCAL_MEM_FENCE);
	atomic_fetch_add_explicit(&shared_counter, 1, memory_order_acq_rel, memory_scope_device);
	atomic_store_explicit(&shared_counter, 1, memory_order_seq_cst, memory_scope_all_svm_devices);
	atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
	out[own] += work_group_reduce_add(own) + work_group_scan_exclusive_max(own) + work_group_all(own) +
		work_group_broadcast(own, 0) + get_enqueued_local_size(0) + get_global_linear_id();
}
kernel void pipes(read_only pipe int in, write_only pipe int out) {
	int word;
	if (read_pipe(in, &word) == 0) write_pipe(out, &word);
	reserve_id_t id = work_group_reserve_read_pipe(in, 4);
	if (is_valid_reserve_id(id)) work_group_commit_read_pipe(in, id);
}
kernel void images(read_write image2d_t i, write_only image3d_t o, read_only image2d_t s) {
	int2 at = (int2)(get_global_id(0), get_global_id(1));
	float4 v = read_imagef(i, at) + read_imagef(s, nearest, at);
	write_imagef(i, at, v);
	write_imagef(o, (int4)(at, 0, 0), v);
}
`

const enqueueing = `
kernel void enqueues(global int *out) {
	void (^block)(void) = ^{ out[get_global_id(0)] = 1; };
	enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), block);
}
`

// What OpenCL C 2.0 makes mandatory is there under its own version and the newer ones.
func TestVersion20(t *testing.T) {
	source := inVersion20
	if feature.Has("__opencl_c_device_enqueue") {
		source += enqueueing
	}
	for _, version := range []string{"2.0", "3.0", "3.1"} {
		mustBuild(t, source, "-cl-std=CL"+version)
	}
	if _, log, ok := build(t, source, "-cl-std=CL1.2"); ok || !strings.Contains(log, "2.0") {
		t.Errorf("OpenCL C 1.2: %v\n%s", ok, log)
	}
}

// What OpenCL C 3.1 made core needs neither a pragma nor a feature. The functions of extensions are there in older
// versions as well.
func TestVersion31(t *testing.T) {
	source := `
kernel void k(global uint *out, global const char4 *a, global const uchar4 *b, half h) {
	size_t id = get_global_id(0);
	uint sum = bitfield_insert(0xf0u, 3u, 4, 2) + bitfield_extract_unsigned(7u, 1, 2) + bit_reverse(1u) +
		(uint)bitfield_extract_signed(5, 0, 3);
	sum += dot(b[id], b[id]) + dot(a[id], b[id]) + dot_acc_sat(a[id], a[id], 7) + dot_4x8packed_uu_uint(1u, 2u) +
		dot_acc_sat_4x8packed_su_int(1u, 2u, 3);
	sum += sub_group_shuffle(sum, 1) + sub_group_shuffle_xor((ushort)sum, 1) + sub_group_shuffle_up((char)sum, 1) +
		sub_group_shuffle_down((long)sum, 1) + sub_group_rotate(sum, 2) + sub_group_clustered_rotate(sum, 1, 4);
	sum += sub_group_broadcast((uchar)sum, 0) + sub_group_reduce_add((short)sum) + sub_group_broadcast(b[id], 0).x +
		get_sub_group_local_id() + (uint)sub_group_reduce_max(h);
	printf("%zu %td %zx\n", id, (ptrdiff_t)id, id);
	out[id] = sum;
}
`
	for _, version := range []string{"1.2", "2.0", "3.0", "3.1"} {
		if _, log, ok := build(t, source, "-Werror -cl-std=CL"+version); !ok {
			t.Errorf("OpenCL C %s:\n%s", version, log)
		}
	}
}
