/**
 * `npm run bench:scale [-- --rows=1M|5M|10M --requests]`: what lists and pages cost in a project with a long history. The rows are
 * written by SQL; nothing is warmed. Per request: the time that a client waits (p50, p95), the CPU of the service's thread
 * and of PostgreSQL, statements, and bytes. Before that, what a snapshot takes in the database; after it, what the hourly
 * look of retention takes, and the removal of all rows, which `--requests` leaves out. Ends with an exit code of 1 where a target is
 * missed.
 *
 * Figures count on a machine that does nothing else. Linux only: CPU is read from /proc.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../apps/server/dist/settings/readConfig.js';
import { startService } from '../apps/server/dist/startService.js';
import { countStatements } from './scale/countStatements.mjs';
import { createMeter } from './scale/createMeter.mjs';
import { measureBytes } from './scale/measureBytes.mjs';
import { measureRemoval } from './scale/measureRemoval.mjs';
import { measureRetention } from './scale/measureRetention.mjs';
import { measureWrites } from './scale/measureWrites.mjs';
import { reads } from './scale/reads.mjs';

const pg = createRequire(new URL('../apps/server/package.json', import.meta.url))('pg');
const statements = countStatements(pg);

/** Results of one build: a suite of 5,000 snapshots and 19 of 500. */
const rowsOfBuild = 14_500;
const rows = readRows(process.argv.slice(2));
const builds = Math.ceil(rows / rowsOfBuild);

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-scale-'));
// As root, the database is another user's, who has to get through here.
chmodSync(folder, 0o711);

const config = readConfig({
  ...process.env,
  SVC_PORT: '0',
  SVC_DATA_DIR: folder,
  SVC_BOOTSTRAP_PROJECT: 'bench/scale',
  SVC_RATE_LIMITS: 'off',
  SVC_LOG_LEVEL: 'error',
});
const service = await startService(config, () => {});
try {
  const { connectionString } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'));
  const database = new pg.Client({ connectionString });
  database.on('error', () => {});
  await database.connect();
  await seed(database);
  const meter = await createMeter({ ...service, database, statements });
  const found = { ...(await findPlaces(database)), cookie: await signIn(service) };
  const missed = await measureBytes(database);
  console.log(
    '| | p50 ms | p95 ms | CPU of PostgreSQL ms | CPU of the service ms | longest turn ms | statements | kB |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  const report = (one, figures) => missed.push(...print(one, figures));
  for (const one of reads(found)) report(one, await meter.measure(one));
  await measureWrites(meter, found, report);
  await meter.stop();
  if (!process.argv.includes('--requests')) {
    missed.push(...(await measureRetention(database, connectionString)));
    missed.push(...(await measureRemoval(database, connectionString)));
  }
  await database.end();
  for (const line of missed) console.log(`✗ ${line}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

function readRows(parameters) {
  const given = parameters.find((one) => one.startsWith('--rows='))?.slice('--rows='.length) ?? '1M';
  const match = /^(\d+)(k|M)$/.exec(given);
  if (!match) throw new Error(`--rows=${given}: give a number of results such as 300k, 1M or 5M`);
  return Number(match[1]) * (match[2] === 'M' ? 1_000_000 : 1_000);
}

async function seed(database) {
  const begin = performance.now();
  const { rows: projects } = await database.query('select id from projects');
  const script = readFileSync(new URL('./scale/seed.sql', import.meta.url), 'utf8')
    .replaceAll('$1', projects[0].id)
    .replaceAll('$2', String(builds));
  await database.query(script);
  // What autovacuum does in time.
  await database.query('vacuum analyze');
  const seconds = (performance.now() - begin) / 1_000;
  console.log(`${(builds * rowsOfBuild).toLocaleString('en')} results written in ${seconds.toFixed(0)} s\n`);
}

/** Ids of the newest builds of the largest suite and of one like most, and what is asked of them. */
async function findPlaces(database) {
  const newestOf = async (suite) => {
    const { rows } = await database.query(
      `select diffs.id diff, diffs.head_capture_id capture, captures.branch
      from diffs join suites on suites.id = diffs.suite_id join captures on captures.id = diffs.head_capture_id
      where suites.name = $1 order by diffs.id desc limit 1`,
      [suite],
    );
    return rows[0];
  };
  const largest = await newestOf('suite-0');
  // A look that each snapshot of the suite's first build was compared with already, and that never was its baseline: so each
  // of them is changed.
  const { rows: changed } = await database.query(`
    select distinct on (snapshots.position) snapshots.name, comparisons.head_pixels hash
    from snapshots join comparisons on comparisons.base_pixels = snapshots.hash
    where snapshots.capture_id = (
      select min(captures.id) from captures join suites on suites.id = captures.suite_id where suites.name = 'suite-0')
    and not exists (
      select from baseline_entries entry join suites on suites.id = entry.suite_id and suites.name = 'suite-0'
      where entry.name = snapshots.name and entry.pixels = comparisons.head_pixels)
    order by snapshots.position, comparisons.head_pixels`);
  const { rows: spoken } = await database.query(
    'select diff_id id from accessibility_changes order by 1 desc limit 1',
  );
  const { rows: sessions } = await database.query(
    'select session_id id from review_session_suites where diff_id = $1',
    [largest.diff],
  );
  const usual = await newestOf('suite-1');
  return { ...largest, usual: usual.diff, spoken: spoken[0].id, session: sessions[0].id, changed };
}

/** Signs in as the first person. @returns the cookie */
async function signIn({ url, signInUrl }) {
  const answer = await fetch(`${url}/api/v1/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ token: signInUrl.split(/[#=/]/).at(-1) }),
  });
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie()[0].split(';')[0];
}

function print({ what, targets = {} }, figures) {
  const { p50, p95, backend, server, turn, statements: count, bytes } = figures;
  const cells = [p50, p95, backend, server, turn].map((value) => value.toFixed(1));
  console.log(`| ${what} | ${cells.join(' | ')} | ${count} | ${(bytes / 1_000).toFixed(1)} |`);
  return Object.entries(targets)
    .filter(([key, most]) => figures[key] >= most)
    .map(([key, most]) => `${what}: ${key} is ${figures[key].toFixed(1)} ms; the target is < ${most} ms`);
}
