/**
 * `npm run bench:rebuild -- <build> <rebuilt>`: what `svc` sends of a build of a story tool, and of the same one built again
 * after a change, counted where the bytes leave, headers included.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { uploadBuild } from '../packages/cli/dist/capture/uploadBuild.js';
import { listFiles } from '../packages/cli/dist/files/listFiles.js';
import { SvcClient } from '../packages/sdk/dist/index.js';
import { printFigures } from './printFigures.mjs';

const builds = process.argv.slice(2);
if (builds.length !== 2) {
  console.error('usage: npm run bench:rebuild -- <build> <rebuilt>');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-rebuild-'));
// As root, the database is another user's, who has to get through here.
chmodSync(folder, 0o711);
const readyFile = join(folder, 'ready.json');
const program = fileURLToPath(new URL('../apps/server/bin/svc-server.js', import.meta.url));
const service = spawn(process.execPath, [program], {
  env: {
    ...process.env,
    SVC_PORT: '0',
    SVC_DATA_DIR: folder,
    SVC_BOOTSTRAP_PROJECT: 'bench/rebuild',
    SVC_READY_FILE: readyFile,
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const exited = new Promise((resolve) => service.once('exit', resolve));

let sent = 0;
/** Passes connections on and counts what clients send. */
const relay = createServer((client) => {
  const upstream = connect(Number(new URL(ready().url).port), '127.0.0.1');
  client.on('data', (part) => {
    sent += part.length;
  });
  client.pipe(upstream).pipe(client);
  for (const socket of [client, upstream]) socket.on('error', () => client.destroy());
});
const ready = () => JSON.parse(readFileSync(readyFile, 'utf8'));

try {
  while (!existsSync(readyFile)) {
    if (service.exitCode !== null) throw new Error('the service did not start');
    await sleep(50);
  }
  await sleep(100);
  await new Promise((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const client = new SvcClient({
    apiKey: ready().apiKey,
    apiUrl: `http://127.0.0.1:${relay.address().port}`,
  });
  const rows = [];
  for (const build of builds) {
    const files = await listFiles(build);
    let words = '';
    const progress = { step: () => {}, report: (text) => (words = text) };
    sent = 0;
    const begin = performance.now();
    const { id } = await uploadBuild(client, files, { note: () => {} }, progress);
    const seconds = (performance.now() - begin) / 1_000;
    const figure = `${(sent / 1e6).toFixed(2)} MB in ${seconds.toFixed(1)} s (${words})`;
    // The files of a site are known once it is ready.
    await client.discoverStories(id, { timeoutMs: 600_000 });
    rows.push({ what: build, figure, target: rows.length === 0 ? '' : '< 1 MB' });
  }
  printFigures(rows);
} finally {
  relay.close();
  service.kill();
  await exited;
  rmSync(folder, { recursive: true, force: true });
}
