// A scan of groups in local memory that the host gives, against a loop.
//arg data uint[1024] index
//arg tmp local 1024
//launch 1024/256 1000/200

//same plain
kernel void scan(global uint *data, local uint *tmp) {
	uint lid = get_local_id(0), n = get_local_size(0);
	tmp[lid] = data[get_global_id(0)];
	for (uint d = 1; d < n; d <<= 1) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint x = lid >= d ? tmp[lid - d] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		tmp[lid] += x;
	}
	data[get_global_id(0)] = tmp[lid];
}

// The first work-item does all.
kernel void plain(global uint *data, local uint *tmp) {
	if (get_global_id(0) > 0) return;
	for (size_t i = 0, sum = 0; i < get_global_size(0); i++) {
		sum = i % get_local_size(0) ? sum + data[i] : data[i];
		data[i] = sum;
	}
}
