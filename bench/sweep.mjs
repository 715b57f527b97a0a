/**
 * `npm run bench:sweep`: how long the hourly search for blobs that nothing names takes on 100,000 blobs, of which one in a
 * hundred is such, and how soon hostile archives are refused; each figure beside its target.
 */

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { readArchive } from '../apps/server/dist/archive/readArchive.js';
import { markUnnamed } from '../apps/server/dist/service/retention/markUnnamed.js';
import { removeMarked } from '../apps/server/dist/service/retention/removeMarked.js';
import { createDiskBlobs } from '../apps/server/dist/store/blobs/disk.js';
import { openDatabase } from '../apps/server/dist/store/database.js';
import { migrate } from '../apps/server/dist/store/migrate.js';
import { startPostgres } from '../apps/server/dist/store/postgres/startPostgres.js';
import { ensureProject } from '../apps/server/dist/store/projects/projects.js';
import { printFigures } from './printFigures.mjs';

const blobCount = 100_000;
const unnamedEvery = 100;
const rows = [];

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-sweep-'));
// As root, the database is another user's, who has to get through here.
chmodSync(folder, 0o711);

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;

async function timed(act) {
  const begin = performance.now();
  const result = await act();
  return { result, took: performance.now() - begin };
}

/** Files as the blob store lays them out, two hours old. Flushing each would take longer than all that is measured. */
function writeBlobs(root) {
  const at = Date.now() / 1000 - 2 * 60 * 60;
  return Array.from({ length: blobCount }, (_, index) => {
    const hash = createHash('sha256').update(`${index}`).digest('hex');
    const parent = join(root, hash.slice(0, 2), hash.slice(2, 4));
    mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, hash), `${index}`);
    utimesSync(join(parent, hash), at, at);
    return hash;
  });
}

async function measureSweep() {
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const { database, pool } = openDatabase({ connectionString: postgres.connectionString });
  try {
    await migrate(database);
    const blobs = await createDiskBlobs(join(folder, 'blobs'));
    const named = writeBlobs(join(folder, 'blobs')).filter((_, index) => index % unnamedEvery !== 0);
    const { id } = await ensureProject(database, 'bench/sweep');
    const insert = `
      insert into images (project_id, hash, pixel_hash, width, height, bytes)
      select $1, decode(hash, 'hex'), decode(hash, 'hex'), 1, 1, 5 from unnest($2::text[]) blob (hash)`;
    await pool.query(insert, [id, named]);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const search = await timed(() => markUnnamed({ database, blobs }));
    delay.disable();
    const expected = blobCount / unnamedEvery;
    rows.push(
      { what: `search among ${blobCount} blobs`, figure: seconds(search.took), target: '< 60 s' },
      {
        what: 'longest hold of the event loop',
        figure: `${(delay.max / 1e6).toFixed(0)} ms`,
        target: '< 100 ms',
      },
      { what: 'blobs found that nothing names', figure: search.result, target: expected },
    );
    await pool.query("update blob_removals set since = since - interval '61 minutes'");
    const removal = await timed(() => removeMarked({ database, blobs }));
    rows.push({
      what: `removal of ${removal.result} of them`,
      figure: seconds(removal.took),
      target: '< 10 s',
    });
    let left = 0;
    for await (const batch of blobs.list()) left += batch.length;
    rows.push({ what: 'blobs left', figure: left, target: blobCount - expected });
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

async function manyFiles() {
  const tar = pack();
  for (let index = 0; index < 50_001; index++)
    tar.entry({ name: `assets/file-${index}.js` }, `export ${index}`);
  tar.finalize();
  const chunks = [];
  for await (const chunk of tar) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}

async function measureRefusal(what, archive, target) {
  const { result, took } = await timed(() =>
    readArchive(Readable.from([archive]), null).catch((error) => error.message),
  );
  rows.push({
    what: `${what} (${Math.round(archive.length / 1000)} KB): "${result}"`,
    figure: seconds(took),
    target,
  });
}

try {
  await measureRefusal('50,001 small files', await manyFiles(), '< 1 s');
  await measureRefusal('a bomb of 500 MiB', gzipSync(Buffer.alloc(500 * 1024 ** 2)), '< 1 s');
  await measureSweep();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
printFigures(rows);
