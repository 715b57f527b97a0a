import { once } from 'node:events';
import { createServer } from 'node:http';

/** A collector of OpenTelemetry traces on this machine, which takes whatever it is sent, and counts its bytes. */
export async function startCollector() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.setHeader('Content-Type', 'application/x-protobuf').end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.address().port}` },
    bytes: () => bytes,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
