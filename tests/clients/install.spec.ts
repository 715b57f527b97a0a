import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildExample } from '../capture/buildExample.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from '../service/startServer.js';
import { createScratch, pnpm, type Scratch } from './scratch.js';
import { versionOf } from './tarballs.js';

let dataDir: string;
let server: Server;
let example: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
  [server, example] = await Promise.all([startOnSharedDatabase(dataDir), buildExample('storybook', '1')]);
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.remove());

const url = () => `${server.url}/install/cli-${versionOf('cli')}.tgz`;

test.each([
  ['npm', { install: ['npm', 'install', '--save-dev'], again: ['npm', 'ci'], svc: ['npx', '--no', 'svc'] }],
  [
    'pnpm',
    {
      install: [process.execPath, pnpm, 'add', '--save-dev'],
      again: [process.execPath, pnpm, 'install', '--frozen-lockfile'],
      svc: [process.execPath, pnpm, 'exec', 'svc'],
    },
  ],
])('%s installs the command in an empty project, and runs it', async (name, { install, again, svc }) => {
  const run = ([program = '', ...args]: string[], ...more: string[]) =>
    scratch.run(program, [...args, ...more], {
      SVC_API_URL: server.url,
      SVC_API_KEY: server.apiKey ?? '',
      SVC_BRANCH: 'main',
      SVC_COMMIT: 'c0ffee1',
    });
  expect(await run(install, url())).toMatchObject({ code: 0 });
  expect(await run(again)).toMatchObject({ code: 0 });
  expect(await run(svc, 'help', 'upload')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Usage: svc upload'),
  });
  const suite = `stories by ${name}`;
  const baseline = await run(svc, 'stories-a', example, '--suite', suite, '--auto-baseline');
  expect(baseline, baseline.output).toMatchObject({ code: 0 });
  const unchanged = await run(svc, 'stories-a', example, '--suite', suite);
  expect(unchanged, unchanged.output).toMatchObject({ code: 0 });
  expect(unchanged.output).toMatch(/unchanged/);
});

test('the page for people names the addresses that work', async () => {
  const page = await (await fetch(`${server.url}/install`)).text();
  const addresses = [...page.matchAll(/npm install (?:--save-dev )?(http\S+?\.tgz)/g)].map(
    ([, found = '']) => found,
  );
  expect(addresses).toContain(url());
  expect(addresses).toHaveLength(11);
  for (const address of addresses) expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
});
