// A pool's thread that ends when it is to decode for another one, and else does as the real one, which it loads.
import { parentPort } from 'node:worker_threads';

if (parentPort) {
  const { on } = parentPort;
  parentPort.on = (name, listen) =>
    on.call(parentPort, name, (request) => (request.does === 'share' ? process.exit(7) : listen(request)));
  await import('../dist/poolWorker.js');
}
