typedef struct { int kind; float2 at; } Point;

Point move(Point p, float2 by) {
    switch (p.kind) {
    case 1: p.at += by; // falls through
    case 2: p.at.yx = p.at; break;
    default: p.kind = -1;
    }
    return p;
}

kernel void apply(global Point *points, Point first) {
    points[0] = move(first, (float2)(1.0f, 2.0f));
}
