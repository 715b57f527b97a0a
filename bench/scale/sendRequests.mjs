import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, apiKey } = workerData;

/** One request after the other; what continues behind the answer of one with `wait` counts as well. */
parentPort.on('message', async (requests) => {
  const answers = [];
  for (const { method = 'GET', path, body, wait, headers } of requests) {
    const begin = performance.now();
    const answer = await send(method, path, body, headers);
    if (wait && answer.status === 200) await untilCompared(wait);
    answers.push({ ...answer, took: performance.now() - begin, bytes: answer.text.length });
  }
  const last = answers.at(-1).text;
  parentPort.postMessage({
    last,
    answers: answers.map(({ text, ...rest }) => ({ ...rest, text: text.slice(0, 500) })),
  });
});

async function send(method, path, body, headers = {}) {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(headers.cookie ? headers : { 'x-api-key': apiKey }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}

/**
 * Milliseconds between looks at a diff. Each look costs the service some milliseconds of CPU, which count as those of the
 * comparison.
 */
const pause = 100;

/** Until the newest diff of a capture is complete, by the list, which is small. */
async function untilCompared(captureId) {
  for (;;) {
    const { text } = await send('GET', `/diffs?headCaptureId=${captureId}&limit=1`);
    const status = JSON.parse(text).diffs[0]?.status;
    if (status === 'completed') return;
    if (status === 'failed') throw new Error(`the comparison failed: ${text}`);
    await sleep(pause);
  }
}
