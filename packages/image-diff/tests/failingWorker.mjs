// A pool's thread that fails for images of some widths, in the ways in which WebAssembly and threads fail. For all
// others it does as the real one, which it loads.
import { isMainThread } from 'node:worker_threads';

export const widths = { trap: 61, exit: 62 };

/** Pages, 6 MiB: more memory than this the machine does not have. */
const pagesThatExist = 96;

/** A module with one function, `f`, that is the instruction `unreachable`. */
const trapping = new WebAssembly.Module(
  Uint8Array.from([
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...[1, 4, 1, 96, 0, 0],
    ...[3, 2, 1, 0],
    ...[7, 5, 1, 1, 102, 0, 0],
    ...[10, 5, 1, 3, 0, 0, 11],
  ]),
);

if (!isMainThread) {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function FailingInstance(...args) {
    const { exports } = new Instance(...args);
    const memory = {
      get buffer() {
        return exports.memory.buffer;
      },
      grow: (pages) => exports.memory.grow(pages > pagesThatExist ? 65_536 : pages),
    };
    const comparePixels = (...values) => {
      const width = values[4];
      if (width === widths.trap) new Instance(trapping).exports.f();
      if (width === widths.exit) process.exit(7);
      return exports.comparePixels(...values);
    };
    return { exports: { ...exports, memory, comparePixels } };
  };
  await import('../dist/poolWorker.js');
}
