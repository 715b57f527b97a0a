import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a service until the first picture arrives, and from then on answers nothing, as if the service were killed. */
export async function startEndingProxy(target: string): Promise<{ url: string; stop(): Promise<void> }> {
  let hasEnded = false;
  const proxy = createServer((incoming, outgoing) => {
    hasEnded ||= incoming.method === 'POST' && /\/snapshots/.test(incoming.url ?? '');
    if (hasEnded) {
      incoming.socket.destroy();
      return;
    }
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
