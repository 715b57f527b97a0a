import { output } from '../draw.js';

// What the browser works on for the page, in threads of its own.

const result = (work) => (root) => {
  const text = output(root);
  text.value = 'working';
  void work().then((done) => {
    text.value = `done: ${done}`;
  });
};

async function derive(iterations) {
  const salt = new Uint8Array(8);
  const key = await crypto.subtle.importKey('raw', salt, 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations }, key, 32);
}
export const derivedKey = result(async () => new Uint8Array(await derive(300_000)).join(' '));

export const signalAfterAWhile = result(
  () =>
    new Promise((resolve) => {
      AbortSignal.timeout(400).onabort = () => resolve('in time');
    }),
);

export const resultOfAWorker = result(
  () =>
    new Promise((resolve) => {
      const code =
        'onmessage = () => { const end = performance.now() + 500; while (performance.now() < end); postMessage("found") }';
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = ({ data }) => {
        worker.terminate();
        resolve(data);
      };
      worker.postMessage(null);
    }),
);

export const resultOfASharedWorker = result(
  () =>
    new Promise((resolve) => {
      const code =
        'onconnect = ({ ports: [port] }) => { const end = performance.now() + 500; while (performance.now() < end); port.postMessage("found") }';
      const worker = new SharedWorker(URL.createObjectURL(new Blob([code])));
      worker.port.onmessage = ({ data }) => resolve(data);
    }),
);

const again = (work) => async (root, ending) => {
  const text = output(root);
  for (let done = 1; !ending.aborted; done += 1) {
    await work();
    text.value = `done ${done} times`;
  }
};
export const readsWithoutAnEnd = again(() => new Blob(['text']).text());
export const signalsWithoutAnEnd = again(
  () =>
    new Promise((resolve) => {
      AbortSignal.timeout(120).onabort = resolve;
    }),
);
