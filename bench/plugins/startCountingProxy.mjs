import { request as send } from 'node:http';
import { listen } from '../listen.mjs';

/** Passes requests on, and knows how long at least one was under way. */
export async function startCountingProxy(target) {
  let spans = [];
  const { url, close } = await listen((request, response) => {
    const span = { begin: performance.now(), end: Number.POSITIVE_INFINITY };
    spans.push(span);
    response.on('close', () => {
      span.end = performance.now();
    });
    const { pathname, search } = new URL(request.url ?? '/', target);
    const forwarded = send(`${target}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
    });
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  return {
    url,
    reset() {
      spans = [];
    },
    requests: () => spans.length,
    seconds() {
      let total = 0;
      let until = 0;
      for (const { begin, end } of spans.toSorted((a, b) => a.begin - b.begin)) {
        total += Math.max(0, end - Math.max(begin, until));
        until = Math.max(until, end);
      }
      return total / 1_000;
    },
    close,
  };
}
