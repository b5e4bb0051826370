// Pipes: a ring of packets, safe for any number of readers and writers at the same time and without locks.
//
// The memory of a pipe begins with words of 32 bits (clapi/pipe.go makes it): 0 bytes of a packet, 1 the most packets
// that there may be, 2 the number of slots minus one (they are a power of two), 3 the offset of the packets in bytes,
// 16 how many packets were ever reserved for writing, 32 how many for reading, and from 48 on the turns of the slots.
// The n-th packet goes through slot n modulo their number: its turn is n when the slot is free for the packet, and n + 1
// when the packet can be read. All counts wrap.
//
// A reservation is the number of its first packet, the number of packets above it, and the highest bit.
//
// The turns are looked at by plain loads, since what takes the slots is the exchange behind them. Work-items that are
// together in a sub-group take their slots by one exchange: the first of them makes it for all.

// reserve makes a reservation of its own for each work-item.
ulong __hd_pipe_reserve(global uint *ring, uint count, uint reads) {
    volatile global uint *own = ring + (reads ? 32 : 16);
    volatile global atomic_uint *end = (volatile global atomic_uint *)own;
    volatile global atomic_uint *other = (volatile global atomic_uint *)(ring + (reads ? 16 : 32));
    global uint *turns = ring + 48;
    uint most = ring[1], mask = ring[2];
    uint at = atomic_load_explicit(end, memory_order_relaxed, memory_scope_device);
    bool goes = count != 0 && count <= most;
    ulong id = 0;
    while (goes) {
        uint ahead = atomic_load_explicit(other, memory_order_acquire, memory_scope_device) - at;
        bool fits = reads ? (int)(ahead - count) >= 0 : (int)(count - ahead) <= (int)most;
        for (uint i = 0; fits && i < count; i++) fits = turns[(at + i) & mask] == at + i + reads;
        uint now = fits ? atomic_cmpxchg(own, at, at + count) :
            atomic_load_explicit(end, memory_order_relaxed, memory_scope_device);
        bool same = now == at;
        if (fits && same) id = (ulong)1 << 63 | (ulong)count << 32 | at;
        goes = !same;
        at = now;
    }
    return id;
}

// reserve_one makes a reservation of one packet for each of the work-items that are here together. If there are fewer
// packets, the first get them.
ulong __hd_pipe_reserve_one(global uint *ring, uint reads) {
    volatile global uint *own = ring + (reads ? 32 : 16), *other = ring + (reads ? 16 : 32);
    global uint *turns = ring + 48;
    uint4 here = sub_group_ballot(1);
    uint rank = sub_group_ballot_exclusive_scan(here), wanted = sub_group_ballot_bit_count(here);
    uint more = reads ? 0 : ring[1], mask = ring[2], at = 0, count = 0;
    bool goes;
    do {
        at = sub_group_broadcast_first(*own);
        uint room = sub_group_broadcast_first(*other) - at + more;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
        bool fits = (int)rank < (int)room;
        if (fits) fits = turns[(at + rank) & mask] == at + rank + reads;
        count = wanted;
        if (!sub_group_non_uniform_all(fits)) count = sub_group_non_uniform_reduce_min(fits ? wanted : rank);
        uint now = *own;
        if (rank == 0 && count != 0) now = atomic_cmpxchg(own, at, at + count);
        goes = sub_group_broadcast_first(now) != at;
    } while (goes);
    return rank < count ? (ulong)1 << 63 | (ulong)1 << 32 | (at + rank) : 0;
}

// reserve_together makes one reservation for all work-items that are here together. Each looks at some of the slots.
ulong __hd_pipe_reserve_together(global uint *ring, uint count, uint reads) {
    volatile global uint *own = ring + (reads ? 32 : 16), *other = ring + (reads ? 16 : 32);
    global uint *turns = ring + 48;
    uint4 here = sub_group_ballot(1);
    uint rank = sub_group_ballot_exclusive_scan(here), lanes = sub_group_ballot_bit_count(here);
    uint most = ring[1], mask = ring[2];
    bool goes = count != 0 && count <= most;
    ulong id = 0;
    while (goes) {
        uint at = sub_group_broadcast_first(*own);
        uint room = sub_group_broadcast_first(*other) - at + (reads ? 0 : most);
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
        bool fits = (int)count <= (int)room;
        uint looks = fits ? count : 0, wrong = !fits;
        for (uint i = rank; i < looks; i += lanes) wrong |= turns[(at + i) & mask] ^ (at + i + reads);
        fits = sub_group_non_uniform_all(wrong == 0);
        uint now = *own;
        if (rank == 0 && fits) now = atomic_cmpxchg(own, at, at + count);
        goes = sub_group_broadcast_first(now) != at;
        if (fits && !goes) id = (ulong)1 << 63 | (ulong)count << 32 | at;
    }
    return id;
}

uint __hd_pipe_count(ulong id) {
    return (uint)(id >> 32) & 0x7fffffff;
}

uint __hd_pipe_has(ulong id, uint index) {
    return index < __hd_pipe_count(id);
}

ulong __hd_pipe_packet(global uint *ring, ulong id, uint index) {
    return ring[3] + (ulong)(((uint)id + index) & ring[2]) * ring[0];
}

void __hd_pipe_commit_one(global uint *ring, ulong id, uint reads) {
    global uint *turns = ring + 48;
    uint at = (uint)id, mask = ring[2];
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    turns[at & mask] = at + (reads ? mask + 1 : 1);
}

void __hd_pipe_commit(global uint *ring, ulong id, uint reads) {
    uint count = __hd_pipe_count(id);
    for (uint i = 0; i < count; i++) __hd_pipe_commit_one(ring, (uint)id + i, reads);
}

uint __hd_pipe_num_packets(global uint *ring) {
    volatile global atomic_uint *read = (volatile global atomic_uint *)(ring + 32);
    volatile global atomic_uint *written = (volatile global atomic_uint *)(ring + 16);
    uint before = atomic_load_explicit(read, memory_order_acquire, memory_scope_device);
    return min(atomic_load_explicit(written, memory_order_acquire, memory_scope_device) - before, ring[1]);
}

uint __hd_pipe_max_packets(global uint *ring) {
    return ring[1];
}
