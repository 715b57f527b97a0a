import { createServer, request as send } from 'node:http';

/** Passes requests on, and knows how long at least one was under way. */
export async function startCountingProxy(target) {
  let spans = [];
  const server = createServer((request, response) => {
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
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
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
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
