import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SvcClient } from '@svc/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAudited } from '../../apps/server/src/domain/proof/isAudited.js';
import { readSlot } from '../../apps/server/src/domain/slot.js';
import { buildExample } from '../capture/buildExample.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from './startServer.js';
import { svc } from './svc.js';

let dataDir: string;
let server: Server;
let built: string;
let rebuilt: string;
beforeAll(async () => {
  built = await buildExample('storybook', '1');
  dataDir = await makeDataDir();
  rebuilt = join(dataDir, 'rebuilt');
  await restyle(built, rebuilt);
  server = await startOnSharedDatabase(dataDir);
});
afterAll(async () => {
  await server?.stop();
  if (dataDir) await removeDataDir(dataDir);
});

/** A build with another style sheet of the card, which has another name, as all that name it have. */
async function restyle(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const assets = join(to, 'assets');
  const names = await readdir(assets);
  const sheet = names.find((name) => /^Badge-.*\.css$/.test(name)) ?? '';
  const text = await readFile(join(assets, sheet), 'utf8');
  expect(text).toContain('width:360px');
  await writeFile(join(assets, sheet), text.replace('width:360px', 'width:340px'));
  await rename(join(assets, sheet), join(assets, 'Badge-Rebuilt1.css'));
  for (const name of names.filter((name) => name.endsWith('.js'))) {
    const script = await readFile(join(assets, name), 'utf8');
    if (script.includes(sheet))
      await writeFile(join(assets, name), script.replaceAll(sheet, 'Badge-Rebuilt1.css'));
  }
}

const cards = /^Components\/Card\//;

/** The names of images that no proof takes over. */
const unreliable = new Set<string>();

/** What `svc` says of the buttons and cards of a build, and where their images are from. */
async function capture(folder: string, commit: string, ...flags: string[]) {
  const env = {
    ...{ SVC_API_URL: server.url, SVC_API_KEY: server.apiKey ?? '' },
    ...{ SVC_BRANCH: flags.includes('--auto-baseline') ? 'main' : 'feature', SVC_COMMIT: commit },
  };
  const filters = ['--filter', 'Components/Button/*', '--filter', 'Components/Card/*'];
  const ended = await svc(
    ['stories-a', folder, '--suite', 'ui', ...filters, '--output', 'json', ...flags],
    env,
  );
  expect(ended.stderr).not.toMatch(/^Error/m);
  const output = JSON.parse(ended.stdout);
  const client = new SvcClient({ apiUrl: server.url, apiKey: server.apiKey ?? '' });
  const { snapshots } = await client.getCapture(output.captureId);
  const origins = new Map<string, string | null>();
  const audited = new Set<string>();
  for (const snapshot of snapshots) {
    const { name, provenFrom = null, unstable, incomplete } = snapshot;
    // On a busy machine an image may not be one to rely on.
    if (unstable || incomplete.length > 0) unreliable.add(name);
    // Some of what is proven is captured anyway.
    if (isAudited(output.captureId, readSlot(snapshot))) audited.add(name);
    else if (!unreliable.has(name)) origins.set(name, provenFrom);
  }
  const reject = (name: string) => svc(['reject', output.diffId, '--snapshot', name], env);
  return { ...output, words: ended.stderr, code: ended.code, origins, audited, reject };
}

/** Where the images are from that no audit has taken. */
function expectOrigins(
  { origins }: { origins: ReadonlyMap<string, string | null> },
  isOf: (name: string) => boolean,
  from: string | null,
) {
  for (const [name, origin] of origins) if (isOf(name)) expect(origin, name).toBe(from);
}
const isCard = (name: string) => cards.test(name);
const isButton = (name: string) => !cards.test(name);

test('only what changed is captured, and what was proven is judged as if it had been captured', async () => {
  const first = await capture(built, 'c0ffee1', '--auto-baseline');
  expectOrigins(first, () => true, null);

  const second = await capture(rebuilt, 'c0ffee2');
  const isProven = [...second.origins.values()].some((origin) => origin !== null);
  expect(second.words.includes(`proven by bytes from ${first.captureId}`)).toBe(isProven);
  expectOrigins(second, isButton, first.captureId);
  expectOrigins(second, isCard, null);
  expect(second).toMatchObject({ code: 1, conclusion: 'failure', failed: [] });
  expect(second.changed.length).toBeGreaterThan(0);
  expect(second.changed.filter(isButton)).toEqual([]);

  const [rejected = ''] = second.changed;
  expect(await second.reject(rejected)).toMatchObject({ code: 0 });
  const third = await capture(rebuilt, 'c0ffee3');
  const isOfSecond = (name: string) => isCard(name) || second.audited.has(name);
  expectOrigins(third, (name) => !isOfSecond(name), first.captureId);
  expectOrigins(third, isOfSecond, second.captureId);
  expect(third).toMatchObject({ code: 1, conclusion: 'failure', changed: second.changed });
  const explained = await svc(['explain', third.diffId, rejected], {
    SVC_API_URL: server.url,
    SVC_API_KEY: server.apiKey ?? '',
  });
  expect(explained.stdout).toContain('rejected');

  const all = await capture(rebuilt, 'c0ffee4', '--no-proof');
  expectOrigins(all, () => true, null);
  expect(all.words).not.toContain('proven by bytes');
  expect(all).toMatchObject({ code: 1, changed: second.changed });
}, 600_000);
