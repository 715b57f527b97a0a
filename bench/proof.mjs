/**
 * `npm run bench:proof [-- --stories=500]`: seconds from the start of `svc` to its verdict on a book as Vite builds it, which
 * was captured before: unchanged, and with one component changed. With the CPU time of all that takes part, and the statements.
 * `--profiles=<folder>` writes a CPU profile of the service for each.
 *
 * Figures count on a machine that does nothing else. Linux only: CPU is read from /proc.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../apps/server/dist/settings/readConfig.js';
import { startService } from '../apps/server/dist/startService.js';
import { browserKinds, watchProcesses } from './capture/watchProcesses.mjs';
import { printFigures } from './printFigures.mjs';
import { layViteBook } from './proof/layViteBook.mjs';
import { countStatements } from './scale/countStatements.mjs';

const { values } = parseArgs({
  options: { stories: { type: 'string', default: '500' }, profiles: { type: 'string' } },
});
const stories = Number(values.stories);
const statements = countStatements(
  createRequire(new URL('../apps/server/package.json', import.meta.url))('pg'),
);
const program = fileURLToPath(new URL('../packages/cli/bin/svc.js', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-proof-'));
// As root, the database is another user's, who has to get through here.
chmodSync(folder, 0o711);
const service = await startService(
  readConfig({
    ...process.env,
    SVC_PORT: '0',
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_BOOTSTRAP_PROJECT: 'bench/proof',
    SVC_RATE_LIMITS: 'off',
    SVC_LOG_LEVEL: 'error',
  }),
  () => {},
);
try {
  const [book, changed] = [join(folder, 'book'), join(folder, 'changed')];
  layViteBook(book, stories);
  layViteBook(changed, stories, 1);
  const rows = [];
  const add = async (what, build, flags, target) =>
    rows.push({ what, figure: await measure(what, build, flags), target });
  await add('first capture', book, ['--auto-baseline'], '');
  await add('unchanged', book, [], '< 5 s of 1,000 stories');
  await add('one component changed', changed, [], '< 8 s of 500 stories');
  console.log(`${stories} stories`);
  printFigures(rows);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs `svc` on a build. */
async function measure(what, build, flags) {
  const profile = values.profiles ? await startProfile() : null;
  const watch = watchProcesses();
  const before = statements();
  const began = performance.now();
  const words = await svc(build, flags);
  const seconds = (performance.now() - began) / 1_000;
  const cpu = watch.cpu();
  watch.stop();
  if (profile) {
    mkdirSync(values.profiles, { recursive: true });
    writeFileSync(join(values.profiles, `${what.replaceAll(' ', '-')}.cpuprofile`), await profile());
  }
  // The service runs in this process; `svc` is the one of its own.
  const { client: server, service: cli, postgres } = cpu;
  const browser = browserKinds.reduce((sum, kind) => sum + (cpu[kind] ?? 0), 0);
  const kinds = Object.entries({ service: server, svc: cli, PostgreSQL: postgres, browser });
  const spent = kinds.map(([kind, time]) => `${kind} ${(time ?? 0).toFixed(1)}`).join(', ');
  const proven = /(\d+)[^\n]*proven by bytes/.exec(words)?.[1] ?? '0';
  return `${seconds.toFixed(1)} s, ${proven} proven, CPU s: ${spent}; ${statements() - before} statements`;
}

/** @returns what it says of its progress */
function svc(build, flags) {
  const { url, apiKey } = service;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'stories-a', build, '--suite', 'ui', ...flags], {
      env: {
        PATH: process.env.PATH,
        SVC_API_URL: url,
        SVC_API_KEY: apiKey,
        SVC_BRANCH: 'main',
        SVC_COMMIT: 'c0ffee1',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.on('data', (chunk) => (words += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 || code === 1 ? resolve(words) : reject(new Error(words))));
  });
}

async function startProfile() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return JSON.stringify(profile);
  };
}
