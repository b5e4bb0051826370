// OpenCL in a Java process: the machine uses SIGSEGV itself for null references, full stacks and safepoints, collects
// garbage and makes threads meanwhile. The native methods are those of client.h.
public final class Client {
	private static native void open();

	private static native void work();

	private static native void finish();

	private int value;
	private static Client none;

	private static int recurse(int n) {
		return n + recurse(n + 1);
	}

	private static void check(boolean condition, String what) {
		if (!condition) {
			System.out.println(what);
			System.exit(1);
		}
	}

	// faults has the machine handle faults of its own.
	private static void faults() {
		boolean thrown = false;
		try {
			none.value++;
		} catch (NullPointerException e) {
			thrown = true;
		}
		check(thrown, "no NullPointerException");
		thrown = false;
		try {
			recurse(0);
		} catch (StackOverflowError e) {
			thrown = true;
		}
		check(thrown, "no StackOverflowError");
	}

	private static long garbage() {
		long sum = 0;
		for (int i = 0; i < 2000; i++) sum += new int[1000].length;
		return sum;
	}

	private static void rounds() {
		for (int i = 0; i < 15; i++) {
			work();
			faults();
			check(garbage() == 2000000, "garbage");
		}
	}

	public static void main(String[] arguments) throws Exception {
		System.load(arguments[0]);
		for (int i = 0; i < 20000; i++) if (i % 100 == 0) faults(); // the methods are compiled by now
		open();
		Thread[] threads = new Thread[4];
		for (int i = 0; i < threads.length; i++) {
			threads[i] = new Thread(Client::rounds);
			threads[i].start();
		}
		for (Thread thread : threads) thread.join();
		if (arguments.length > 1) { // exit in the middle of the work of others
			for (int i = 0; i < 3; i++) {
				Thread thread = new Thread(() -> { while (true) work(); });
				thread.setDaemon(true);
				thread.start();
			}
			Thread.sleep(100);
			System.exit(42);
		}
		finish();
		System.out.println("done");
	}
}
