// Structs, unions, enums, arrays, constants of program scope.
typedef enum { RED, GREEN = 5, BLUE } colour;
typedef struct { float3 position; char tag; union { int i; float f; uchar b[4]; } u; } particle;
struct pair { int first, second; };
__constant int table[8] = { 1, 2, 3, [5] = 60, 70 };
__constant char greeting[] = "hello";

static struct pair make(int a, struct pair p)
{
    struct pair r = { .second = a + p.first, .first = p.second };
    return r;
}

__kernel void aggregates(__global particle *p, struct pair argument, __constant float *weights, __global int *out)
{
    size_t i = get_global_id(0);
    particle mine = p[i];
    int stack[16];
    for (int k = 0; k < 16; k++) stack[k] = table[k % 8] + greeting[k % 5];
    mine.u.f = weights[i & 3];
    mine.u.b[1] ^= 0x80;
    mine.position.y += stack[mine.tag & 15];
    p[i] = mine;
    struct pair q = make((int)i, argument);
    out[i] = q.first + q.second * (int)sizeof(particle) + mine.u.i + BLUE;
}
