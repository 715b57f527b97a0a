import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** What the command of the stranger prints. */
export const strangersWords = 'a stranger has your key';

/** A package registry that has one package: a stranger's, named `svc`, with a command of that name. */
export async function startRegistry(): Promise<{ url: string; stop: () => void }> {
  const description = { name: 'svc', version: '1.0.0', bin: { svc: 'svc.js' } };
  const packing = pack();
  packing.entry({ name: 'package/package.json' }, JSON.stringify(description));
  packing.entry(
    { name: 'package/svc.js', mode: 0o755 },
    `#!/usr/bin/env node\nconsole.log(${JSON.stringify(strangersWords)})`,
  );
  packing.finalize();
  const tarball = gzipSync(await buffer(packing));
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      response.end(tarball);
      return;
    }
    response.statusCode = request.url === '/svc' ? 200 : 404;
    response.setHeader('content-type', 'application/json');
    const version = { ...description, dist: { tarball: `${url}/svc-1.0.0.tgz` } };
    response.end(
      JSON.stringify({ name: 'svc', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
