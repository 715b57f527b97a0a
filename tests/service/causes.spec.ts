import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiffCauses } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExample } from '../capture/buildExample.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';
import { svc } from './svc.js';

let dataDir: string;
let server: Server;
let storybook: string;
beforeAll(async () => {
  storybook = await buildExample('storybook', '1');
  dataDir = await makeDataDir();
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.stop();
  if (dataDir) await removeDataDir(dataDir);
});

async function capture(folder: string, commit: string, ...flags: string[]) {
  const { stdout, stderr } = await svc(
    ['stories-a', folder, '--suite', 'ui', '--filter', 'Components/Button/*', '--output', 'json', ...flags],
    { SVC_API_URL: server.url, SVC_API_KEY: server.apiKey ?? '', SVC_COMMIT: commit },
  );
  expect(stderr).not.toMatch(/^Error/m);
  return JSON.parse(stdout);
}

/** The build with a change of one of its style sheets. */
async function restyle(name: string, pattern: RegExp, replacement: string): Promise<string> {
  const folder = join(dataDir, name);
  await cp(storybook, folder, { recursive: true });
  let changed = 0;
  for (const file of (await readdir(join(folder, 'assets'))).filter((file) => file.endsWith('.css'))) {
    const path = join(folder, 'assets', file);
    const before = await readFile(path, 'utf8');
    const after = before.replace(pattern, replacement);
    if (after === before) continue;
    changed++;
    await writeFile(path, after);
  }
  expect(changed, `style sheets with ${pattern}`).toBeGreaterThan(0);
  return folder;
}

async function causesOf(folder: string, commit: string) {
  const { diffId, results, failed } = await capture(folder, commit);
  expect(failed).toEqual([]);
  const answer = await fetch(`${server.url}/api/v1/diffs/${diffId}/causes`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  await rm(folder, { recursive: true });
  return { results, ...((await answer.json()) as DiffCauses) };
}

test('a change of a built style sheet is named as what it is, in every story that shows it', async () => {
  await capture(storybook, 'c0ffee0', '--auto-baseline');

  const token = await restyle('token', /--accent:\s*#0f766e/, '--accent:#7e22ce');
  const repainted = await causesOf(token, 'c0ffee1');
  expect(repainted).toMatchObject({
    groups: [{ kind: 'customProperty', property: '--accent', from: '#0f766e', to: '#7e22ce' }],
    unknown: 0,
    unexplained: [],
  });
  expect(repainted.groups[0]?.explains).toEqual(repainted.slots.map((_, place) => place));
  expect(repainted.slots.map(({ name }) => name)).toContain('Components/Button/Primary');

  const spaced = await restyle('spaced', /(\.button\s*\{[^}]*?padding:\s*)0 16px/, '$10 25px');
  const wider = await causesOf(spaced, 'c0ffee2');
  expect(wider.groups).toMatchObject([
    { kind: 'style', property: 'padding', from: '0px 16px', to: '0px 25px', component: 'button' },
  ]);
  expect(wider.groups[0]?.results).toHaveLength(wider.slots.length);

  const hovered = await restyle('hovered', /$/, '.button:hover{color:red}');
  const same = await causesOf(hovered, 'c0ffee3');
  expect(same.results.filter(({ status }: { status: string }) => status === 'changed')).toEqual([]);
  expect(same.groups).toEqual([]);
}, 300_000);
