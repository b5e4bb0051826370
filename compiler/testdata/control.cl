// Divergent control flow of all kinds.
int collatz(ulong n)
{
    int steps = 0;
    while (n != 1) {
        n = (n & 1) ? 3 * n + 1 : n >> 1;
        if (++steps > 1000) break;
    }
    return steps;
}

kernel void control(global int *data, int limit)
{
    const int id = (int)get_global_id(0);
    int value = data[id], i = 0;
    switch (value & 7) {
    case 0: value++;
    case 1: value *= 3; break;
    case 2: case 3:
        for (i = 0; i < limit; ++i) { if (i == value) continue; if (i > 10) goto done; value ^= i; }
        break;
    default: do { value -= 5; } while (value > limit); break;
    case 7: return;
    }
    value += collatz((ulong)(id + 1));
done:
    data[id] = value > 0 && i < 3 || !value ? value : -value;
}
