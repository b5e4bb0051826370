// Error functions in f64: erf by a polynomial up to 1, erfc beyond by polynomials in 1/x.

double __hd_exp_sum(double high, double low);

// erf(x)/x for |x| <= 1, in full precision
double __hd_erf_series(double z) {
    double p = -0x1.29b9f1b3df556p-38;
    p = fma(p, z, 0x1.7f072188e194dp-34);
    p = fma(p, z, -0x1.4e607b41a6416p-30);
    p = fma(p, z, 0x1.fc4356498c2d9p-27);
    p = fma(p, z, -0x1.5f6d925a0bc7ap-23);
    p = fma(p, z, 0x1.b9e6509b9867dp-20);
    p = fma(p, z, -0x1.f4d2561aeafd4p-17);
    p = fma(p, z, 0x1.f9a326c233146p-14);
    p = fma(p, z, -0x1.c02db3feeb579p-11);
    p = fma(p, z, 0x1.565bcd0e6502dp-8);
    p = fma(p, z, -0x1.b82ce312889bap-6);
    p = fma(p, z, 0x1.ce2f21a042bdep-4);
    p = fma(p, z, -0x1.812746b0379e7p-2);
    p = fma(p, z, 0x1.20dd750429b6dp+0);
    return p;
}

// erfc(x)*exp(x*x)*x for 1 <= x < 1.5, t = 1/x
double __hd_erfc_part0(double t) {
    t -= 0x1.aaaaaaaaaaaabp-1;
    double p = 0x1.16eab4329fe21p-8;
    p = fma(p, t, -0x1.b0b937f791982p-8);
    p = fma(p, t, 0x1.f39810b4ea639p-8);
    p = fma(p, t, -0x1.bdf159a0dbb57p-8);
    p = fma(p, t, 0x1.7dd09747619d9p-9);
    p = fma(p, t, 0x1.3df6b8dbdde47p-8);
    p = fma(p, t, -0x1.0aa52df506767p-6);
    p = fma(p, t, 0x1.daf22493267e9p-6);
    p = fma(p, t, -0x1.2be39fe7c04fap-5);
    p = fma(p, t, 0x1.a80ca073c6ee8p-6);
    p = fma(p, t, 0x1.c2f239715adf2p-6);
    p = fma(p, t, -0x1.522d15bc2184cp-3);
    p = fma(p, t, 0x1.d125933ce98e4p-2);
    return p;
}

// erfc(x)*exp(x*x)*x for 1.5 <= x < 2.2, t = 1/x
double __hd_erfc_part1(double t) {
    t -= 0x1.1f07c1f07c1f0p-1;
    double p = -0x1.48e2cb4a84d11p-4;
    p = fma(p, t, 0x1.8a34fce730274p-6);
    p = fma(p, t, 0x1.1cb6302a68539p-5);
    p = fma(p, t, -0x1.2443a2ff4bffap-4);
    p = fma(p, t, 0x1.44a59df1a70fcp-4);
    p = fma(p, t, -0x1.c927ea7f28b4fp-5);
    p = fma(p, t, 0x1.e0a4e7328b8bbp-8);
    p = fma(p, t, 0x1.9e652ea4794c7p-5);
    p = fma(p, t, -0x1.827101bcc9c0ap-4);
    p = fma(p, t, 0x1.823c49564e35ap-4);
    p = fma(p, t, -0x1.1b6e849c02a6fp-6);
    p = fma(p, t, -0x1.5d0cacd7e8c54p-3);
    p = fma(p, t, 0x1.0047ceaab4a6ap-1);
    return p;
}

// erfc(x)*exp(x*x)*x for 2.2 <= x < 3.5, t = 1/x
double __hd_erfc_part2(double t) {
    t -= 0x1.7b03531dec0d4p-2;
    double p = -0x1.cb1360b0f9d40p-2;
    p = fma(p, t, 0x1.97f7e489c07b4p-1);
    p = fma(p, t, -0x1.324c569a970c2p-1);
    p = fma(p, t, 0x1.967eedf8b991ap-3);
    p = fma(p, t, 0x1.063d54050ff29p-3);
    p = fma(p, t, -0x1.0b18580559a77p-2);
    p = fma(p, t, 0x1.a3eff49e2141fp-3);
    p = fma(p, t, -0x1.65bffc9409d1ep-5);
    p = fma(p, t, -0x1.d83ac4396b01fp-4);
    p = fma(p, t, 0x1.6faa32043a166p-3);
    p = fma(p, t, -0x1.83abfdb92c164p-4);
    p = fma(p, t, -0x1.3495cfee50d20p-3);
    p = fma(p, t, 0x1.102d66d16d0fdp-1);
    return p;
}

// erfc(x)*exp(x*x)*x for 3.5 <= x < 6.5, t = 1/x
double __hd_erfc_part3(double t) {
    t -= 0x1.c21c21c21c21cp-3;
    double p = 0x1.3adb9ca1bb691p+3;
    p = fma(p, t, -0x1.493ba53e9c5b7p+2);
    p = fma(p, t, 0x1.cb3a348739bc2p-4);
    p = fma(p, t, 0x1.a4a7b01cc65f1p+0);
    p = fma(p, t, -0x1.23ee46e146cd3p+0);
    p = fma(p, t, 0x1.fe6ea743727a8p-4);
    p = fma(p, t, 0x1.a3f75a6f843f4p-2);
    p = fma(p, t, -0x1.6446b08f6019cp-2);
    p = fma(p, t, 0x1.342615974b1fap-6);
    p = fma(p, t, 0x1.c2f2229538462p-3);
    p = fma(p, t, -0x1.808898681ac6ep-3);
    p = fma(p, t, -0x1.bd3f0cb2e69ecp-4);
    p = fma(p, t, 0x1.1a576ab9b094fp-1);
    return p;
}

// erfc(x)*exp(x*x)*x for 6.5 <= x < 28, t = 1/x
double __hd_erfc_part4(double t) {
    t -= 0x1.8438438438438p-4;
    double p = -0x1.94a8438008d54p+5;
    p = fma(p, t, 0x1.92bef57cddbc4p+3);
    p = fma(p, t, 0x1.e4d4e9d848c11p+2);
    p = fma(p, t, -0x1.47485c2ad56c8p+2);
    p = fma(p, t, -0x1.7d608d9335350p-2);
    p = fma(p, t, 0x1.8bb44a7186c7cp+0);
    p = fma(p, t, -0x1.6dfafee328a4bp-2);
    p = fma(p, t, -0x1.cfaebabb3b671p-2);
    p = fma(p, t, 0x1.326bf42768d60p-2);
    p = fma(p, t, 0x1.26a43a3ea00c0p-3);
    p = fma(p, t, -0x1.0abfd8de2edcap-2);
    p = fma(p, t, -0x1.aaa2a3019acb8p-5);
    p = fma(p, t, 0x1.1f95ae4037f82p-1);
    return p;
}

// erfc(x) for x >= 1
double __hd_erfc_tail(double x) {
    double t = 1.0 / x;
    double q;
    if (x < 1.5) q = __hd_erfc_part0(t);
    else if (x < 2.2) q = __hd_erfc_part1(t);
    else if (x < 3.5) q = __hd_erfc_part2(t);
    else if (x < 6.5) q = __hd_erfc_part3(t);
    else q = __hd_erfc_part4(t);
    double square = x * x;
    double r = __hd_exp_sum(-square, -fma(x, x, -square)) * (t * q);
    return x > 27.5 ? 0.0 : r;
}

double __hd_erf_f64(double x) {
    double a = fabs(x);
    double r = a <= 1.0 ? x * __hd_erf_series(x * x) : copysign(1.0 - __hd_erfc_tail(a), x);
    return isnan(x) ? x : r;
}

double __hd_erfc_f64(double x) {
    double a = fabs(x);
    double large = __hd_erfc_tail(a);
    large = x < 0.0 ? 2.0 - large : large;
    return isnan(x) ? x : (a <= 1.0 ? 1.0 - x * __hd_erf_series(x * x) : large);
}
