// OpenCL in a process of Node: worker threads with machines of their own, and WebAssembly, whose accesses out of bounds are
// faults that the machine handles itself. Arguments: the native module (node.c), and "exit" to leave in the middle.
const { Worker, isMainThread, workerData } = require('worker_threads');

// A module with a page of memory and a function that loads from an address.
const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 5, 3, 1, 0, 1, 7, 8, 1,
	4, 108, 111, 97, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 40, 2, 0, 11]);
const { load } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;

function faults() {
	let thrown = 0;
	for (const address of [65536, -8, 0x7fffffff]) {
		try {
			load(address);
		} catch (e) {
			thrown += e instanceof WebAssembly.RuntimeError;
		}
	}
	const recurse = n => 1 + recurse(n + 1);
	try {
		recurse(0);
	} catch (e) {
		thrown += e instanceof RangeError;
	}
	if (thrown !== 4 || load(0) !== 0) {
		console.log('faults', thrown);
		process.exit(1);
	}
}

function rounds(client) {
	for (let i = 0; i < 30; i++) {
		client.work();
		faults();
	}
}

if (isMainThread) {
	const client = require(process.argv[2]);
	faults();
	client.open();
	const isToLeave = process.argv[3] === 'exit';
	let left = 3;
	for (let i = 0; i < 3; i++) {
		new Worker(__filename, { workerData: { module: process.argv[2], isToLeave } }).on('exit', () => {
			if (--left > 0) return;
			client.finish();
			console.log('done');
		});
	}
	rounds(client);
	if (isToLeave) setTimeout(() => process.exit(42), 200);
} else {
	const client = require(workerData.module);
	do rounds(client); while (workerData.isToLeave);
}
