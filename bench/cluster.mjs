/**
 * `npm run bench:cluster`: a deployment of several processes on this machine, with PostgreSQL, PgBouncer where there is one, the S3 of a
 * Ceph, and a load balancer.
 *
 * (a) a build captured by one and by two capture processes, (b) uploads to one and to two API processes, (c) each process killed in
 * turn under load, (d) each process of the previous version replaced by one of this version, under load.
 *
 * `-- --only=a,c` does a part, `--stories=60` captures fewer stories (a), `--uploads=200` sends fewer snapshots (b), and `--pages=60` has
 * the fleet capture fewer pages in each round of clients (c, d). `--at-once=2` is `SVC_PAGES` in (a). Ends with an exit code of 1 where a target
 * is missed. Figures count on a machine that does nothing else. Linux only: CPU is read from /proc.
 */
import { parseArgs } from 'node:util';
import { killInTurn } from './cluster/killInTurn.mjs';
import { measureFleet } from './cluster/measureFleet.mjs';
import { measureUploads } from './cluster/measureUploads.mjs';
import { rollOver } from './cluster/rollOver.mjs';
import { startBackend } from './cluster/startBackend.mjs';
import { printFigures } from './printFigures.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'a,b,c,d' },
    stories: { type: 'string', default: '500' },
    uploads: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '120' },
    'at-once': { type: 'string', default: '2' },
  },
});
const [stories, uploads, pages, atOnce] = ['stories', 'uploads', 'pages', 'at-once'].map((name) => {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is ${values[name]}, not a number`);
  return number;
});

const parts = {
  a: (backend) => measureFleet(backend, { stories, pages: atOnce }),
  b: (backend) => measureUploads(backend, { uploads }),
  c: (backend) => killInTurn(backend, { pages }),
  d: (backend) => rollOver(backend, { pages }),
};
const chosen = values.only.split(',');
for (const part of chosen)
  if (!Object.hasOwn(parts, part)) throw new Error(`--only has ${part}; it is a, b, c or d`);

const backend = await startBackend();
const rows = [];
try {
  for (const part of chosen) {
    const begin = performance.now();
    console.error(`• (${part})`);
    rows.push(...(await parts[part](backend)));
    console.error(`  done in ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  }
} finally {
  await backend.stop();
}
printFigures(rows.map((row) => ({ target: '', ...row })));
const missed = rows.filter(({ isMet }) => isMet === false);
for (const { what, figure, target } of missed) console.log(`✗ ${what.trim()}: ${figure}, not ${target}`);
if (missed.length > 0) process.exitCode = 1;
