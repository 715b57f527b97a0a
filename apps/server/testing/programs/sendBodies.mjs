import { parentPort, workerData } from 'node:worker_threads';

/** A client on a thread of its own, so that only the service's work is on the thread that is measured. */
const { url, headers, bodies } = workerData;
const answers = await Promise.all(
  bodies.map(async (body) => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    return { status: answer.status, text: text.slice(0, 1_000) };
  }),
);
parentPort.postMessage(answers);
