// A pool's thread that does nothing but tell whether another one was to decode for it.
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ shared }) => {
  parentPort.postMessage({ result: { isShared: shared !== undefined }, kept: [] });
});
