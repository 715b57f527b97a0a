import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a store that lets some writes through and refuses the others. */
export interface FailingGateway {
  origin: string;
  /** Writes that it still lets through. */
  allowed: number;
  close(): void;
}

export async function startFailingGateway(store: string): Promise<FailingGateway> {
  const { hostname, port } = new URL(store);
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    if (method === 'PUT' && gateway.allowed-- <= 0) {
      asked.resume();
      answer.writeHead(403, { 'content-type': 'application/xml' });
      answer.end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
      return;
    }
    const passed = request({ hostname, port, method, path: url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const gateway: FailingGateway = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    allowed: 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return gateway;
}
