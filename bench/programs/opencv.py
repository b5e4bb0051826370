"""OpenCV's functions on UMat (OpenCL, the T-API) or, with the argument "own", on Mat: OpenCV's own code for the CPU.

Prints a line for each: its name and the least time of a call in nanoseconds. On UMat it prints an error if a result is
not that of Mat."""
import os
import sys
import time

os.environ["OPENCV_OPENCL_DEVICE"] = ":CPU:"  # it leaves CPUs out unless told
os.environ["OPENCV_LOG_LEVEL"] = "SILENT"

import cv2
import numpy as np

OWN = len(sys.argv) > 1 and sys.argv[1] == "own"
WIDTH, HEIGHT = 1920, 1080
SECONDS = 0.25
MOST = 1e-3  # share of results that may differ: at borders OpenCV's two forms round coordinates differently

random = np.random.default_rng(1)
grey = random.integers(0, 256, (HEIGHT, WIDTH), np.uint8)
other = random.integers(0, 256, (HEIGHT, WIDTH), np.uint8)
colour = cv2.GaussianBlur(random.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8), (9, 9), 0)
floats = random.random((HEIGHT, WIDTH), np.float32)
small = random.random((512, 512), np.float32)
complexes = random.random((512, 512, 2), np.float32)
template = grey[100:116, 200:216].copy()
kernel3, kernel5 = np.ones((3, 3), np.uint8), random.random((5, 5)).astype(np.float32) / 12
turned = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 17, 0.9)
skewed = np.array([[1, 0.1, 5], [0.05, 1, 7], [1e-5, 2e-5, 1]])
xs, ys = np.meshgrid(np.arange(WIDTH, dtype=np.float32), np.arange(HEIGHT, dtype=np.float32))
map_x, map_y = (xs + 3 * np.sin(ys / 20)).astype(np.float32), (ys + 3 * np.cos(xs / 20)).astype(np.float32)
table = (255 - np.arange(256)).astype(np.uint8)

# name, function, arguments that are matrices, and how far results may differ
CASES = [
    ("add", lambda a, b: cv2.add(a, b), (grey, other), 0),
    ("subtract", lambda a, b: cv2.subtract(a, b), (grey, other), 0),
    ("absdiff", lambda a, b: cv2.absdiff(a, b), (grey, other), 0),
    ("multiply_f32", lambda a, b: cv2.multiply(a, b), (floats, floats), 1e-5),
    ("addWeighted", lambda a, b: cv2.addWeighted(a, 0.3, b, 0.6, 4), (grey, other), 1),
    ("bitwise_and", lambda a, b: cv2.bitwise_and(a, b), (grey, other), 0),
    ("compare", lambda a, b: cv2.compare(a, b, cv2.CMP_GT), (grey, other), 0),
    ("min", lambda a, b: cv2.min(a, b), (grey, other), 0),
    ("convertScaleAbs", lambda a: cv2.convertScaleAbs(a, alpha=1.3, beta=5), (grey,), 1),
    ("sqrt_f32", lambda a: cv2.sqrt(a), (floats,), 1e-5),
    ("exp_f32", lambda a: cv2.exp(a), (floats,), 1e-4),
    ("pow_f32", lambda a: cv2.pow(a, 1.7), (floats,), 1e-4),
    ("magnitude", lambda a, b: cv2.magnitude(a, b), (floats, floats), 1e-4),
    ("LUT", lambda a, t: cv2.LUT(a, t), (grey, table), 0),
    ("threshold", lambda a: cv2.threshold(a, 100, 255, cv2.THRESH_BINARY)[1], (grey,), 0),
    ("adaptiveThreshold", lambda a: cv2.adaptiveThreshold(a, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 11, 2),
     (grey,), 255),
    ("cvtColor_grey", lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2GRAY), (colour,), 1),
    ("cvtColor_hsv", lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2HSV), (colour,), 2),
    ("cvtColor_lab", lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2LAB), (colour,), 3),
    ("cvtColor_yuv", lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2YUV), (colour,), 1),
    ("flip", lambda a: cv2.flip(a, 1), (grey,), 0),
    ("transpose", lambda a: cv2.transpose(a), (grey,), 0),
    ("resize_half", lambda a: cv2.resize(a, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA), (grey,), 1),
    ("resize_linear", lambda a: cv2.resize(a, (2 * WIDTH, 2 * HEIGHT), interpolation=cv2.INTER_LINEAR), (grey,), 2),
    ("resize_cubic", lambda a: cv2.resize(a, (WIDTH * 3 // 2, HEIGHT * 3 // 2), interpolation=cv2.INTER_CUBIC),
     (grey,), 3),
    ("warpAffine", lambda a: cv2.warpAffine(a, turned, (WIDTH, HEIGHT)), (grey,), 255),
    ("warpPerspective", lambda a: cv2.warpPerspective(a, skewed, (WIDTH, HEIGHT)), (grey,), 255),
    ("remap", lambda a, x, y: cv2.remap(a, x, y, cv2.INTER_LINEAR), (grey, map_x, map_y), 6),
    ("blur5", lambda a: cv2.blur(a, (5, 5)), (grey,), 1),
    ("boxFilter_f32", lambda a: cv2.boxFilter(a, -1, (7, 7)), (floats,), 1e-3),
    ("GaussianBlur5", lambda a: cv2.GaussianBlur(a, (5, 5), 1.2), (grey,), 2),
    ("GaussianBlur_colour", lambda a: cv2.GaussianBlur(a, (9, 9), 2), (colour,), 2),
    ("medianBlur3", lambda a: cv2.medianBlur(a, 3), (grey,), 0),
    ("medianBlur5", lambda a: cv2.medianBlur(a, 5), (grey,), 0),
    ("bilateralFilter", lambda a: cv2.bilateralFilter(a, 7, 40, 40), (grey,), 3),
    ("filter2D", lambda a: cv2.filter2D(a, -1, kernel5), (grey,), 2),
    ("Sobel", lambda a: cv2.Sobel(a, cv2.CV_16S, 1, 0), (grey,), 1),
    ("Scharr", lambda a: cv2.Scharr(a, cv2.CV_16S, 0, 1), (grey,), 1),
    ("Laplacian", lambda a: cv2.Laplacian(a, cv2.CV_16S, ksize=3), (grey,), 1),
    ("Canny", lambda a: cv2.Canny(a, 80, 160), (grey,), 255),
    ("erode", lambda a: cv2.erode(a, kernel3), (grey,), 0),
    ("dilate", lambda a: cv2.dilate(a, kernel3), (grey,), 0),
    ("morphologyEx", lambda a: cv2.morphologyEx(a, cv2.MORPH_GRADIENT, kernel3), (grey,), 0),
    ("pyrDown", lambda a: cv2.pyrDown(a), (grey,), 2),
    ("pyrUp", lambda a: cv2.pyrUp(a), (grey,), 2),
    ("integral", lambda a: cv2.integral(a), (grey,), 0),
    ("equalizeHist", lambda a: cv2.equalizeHist(a), (grey,), 1),
    ("calcHist", lambda a: cv2.calcHist([a], [0], None, [256], [0, 256]), (grey,), 0),
    ("matchTemplate", lambda a, t: cv2.matchTemplate(a, t, cv2.TM_SQDIFF), (grey, template), 1e9),
    ("sumElems", lambda a: cv2.sumElems(a), (grey,), 1),
    ("norm", lambda a: cv2.norm(a, cv2.NORM_L2), (floats,), 1),
    ("minMaxLoc", lambda a: cv2.minMaxLoc(a)[:2], (floats,), 1e-5),
    ("meanStdDev", lambda a: cv2.meanStdDev(a), (grey,), 1e-2),
    ("gemm", lambda a, b: cv2.gemm(a, b, 1, None, 0), (small, small), 1e-2),
    ("dft", lambda a: cv2.dft(a), (complexes,), 1),
]


def values(result):
    """The result as a flat array."""
    if isinstance(result, tuple):
        return np.concatenate([values(r) for r in result])
    if isinstance(result, cv2.UMat):
        result = result.get()
    return np.asarray(result, np.float64).ravel()


def least(function, arguments):
    """The least time of a call, with its result ready."""
    best, end = float("inf"), time.perf_counter() + SECONDS
    while True:
        begin = time.perf_counter()
        function(*arguments)
        if not OWN:
            cv2.ocl.finish()
        now = time.perf_counter()
        best = min(best, now - begin)
        if now > end:
            return best


def main():
    cv2.ocl.setUseOpenCL(not OWN)
    if not OWN and not cv2.ocl.useOpenCL():
        print("error OpenCV does not take the device")
        return
    for name, function, arguments, tolerance in CASES:
        given = arguments if OWN else [cv2.UMat(a) for a in arguments]
        if not OWN:
            got, want = values(function(*given)), values(function(*arguments))
            differ = np.mean(np.abs(got - want) > tolerance) if got.shape == want.shape else 1
            if differ > MOST:
                print(f"error {name}: {differ:.3%} of the results differ", flush=True)
                continue
        print(name, 1e9 * least(function, given), flush=True)


main()
