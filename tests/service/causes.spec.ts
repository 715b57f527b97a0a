import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckRunList, DiffAccessibility, DiffCauses } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExample } from '../capture/buildExample.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from './startServer.js';
import { svc } from './svc.js';

let dataDir: string;
let server: Server;
let storybook: string;
beforeAll(async () => {
  storybook = await buildExample('storybook', '1');
  dataDir = await makeDataDir();
  server = await startOnSharedDatabase(dataDir);
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

/** The build with a change of its style sheets, or of its scripts. */
async function change(
  name: string,
  pattern: RegExp,
  replacement: string,
  extension: '.css' | '.js' = '.css',
): Promise<string> {
  const folder = join(dataDir, name);
  await cp(storybook, folder, { recursive: true });
  let changed = 0;
  for (const file of (await readdir(join(folder, 'assets'))).filter((file) => file.endsWith(extension))) {
    const path = join(folder, 'assets', file);
    const before = await readFile(path, 'utf8');
    const after = before.replace(pattern, replacement);
    if (after === before) continue;
    changed++;
    await writeFile(path, after);
  }
  expect(changed, `files with ${pattern}`).toBeGreaterThan(0);
  return folder;
}

async function causesOf(folder: string, commit: string) {
  const { diffId, results, failed } = await capture(folder, commit);
  expect(failed).toEqual([]);
  await rm(folder, { recursive: true });
  return { results, ...(await ask<DiffCauses>(`diffs/${diffId}/causes`)) };
}

/** @param body what is sent; without one, it is read */
async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

test('a change of a built style sheet is named as what it is, in every story that shows it', async () => {
  await capture(storybook, 'c0ffee0', '--auto-baseline');

  const token = await change('token', /--accent:\s*#0f766e/, '--accent:#7e22ce');
  const repainted = await causesOf(token, 'c0ffee1');
  expect(repainted).toMatchObject({
    groups: [{ kind: 'customProperty', property: '--accent', from: '#0f766e', to: '#7e22ce' }],
    unknown: 0,
    unexplained: [],
  });
  expect(repainted.groups[0]?.explains).toEqual(repainted.slots.map((_, place) => place));
  expect(repainted.slots.map(({ name }) => name)).toContain('Components/Button/Primary');

  const spaced = await change('spaced', /(\.button\s*\{[^}]*?padding:\s*)0 16px/, '$10 25px');
  const wider = await causesOf(spaced, 'c0ffee2');
  expect(wider.groups).toMatchObject([
    { kind: 'style', property: 'padding', from: '0px 16px', to: '0px 25px', component: 'button' },
  ]);
  expect(wider.groups[0]?.results).toHaveLength(wider.slots.length);

  const hovered = await change('hovered', /$/, '.button:hover{color:red}');
  const same = await causesOf(hovered, 'c0ffee3');
  expect(same.results.filter(({ status }: { status: string }) => status === 'changed')).toEqual([]);
  expect(same.groups).toEqual([]);
});

/** Only people change settings. */
async function reviewAccessibility(): Promise<void> {
  const token = new URLSearchParams(new URL(server.signInUrl ?? '').hash.slice(1)).get('token');
  const send = (path: string, body: object, cookie = '') =>
    fetch(`${server.url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-svc-project': 'acme/web',
        origin: server.url,
        cookie,
      },
      body: JSON.stringify(body),
    });
  const [session = ''] = (await send('sign-in', { token })).headers.getSetCookie();
  expect((await send('settings', { a11y: 'review' }, session.split(';')[0])).status).toBe(200);
}

test('an accessible name that changes without any pixel waits for a review', async () => {
  await reviewAccessibility();
  const renamed = await change(
    'renamed',
    /type:(["'`])button\1,className/,
    '"aria-label":"Go",type:$1button$1,className',
    '.js',
  );
  const { diffId, counts, conclusion, accessibility } = await capture(renamed, 'c0ffee4');
  expect({ changed: counts.changed, conclusion }).toEqual({ changed: 0, conclusion: 'failure' });
  const { changes } = await ask<DiffAccessibility>(`diffs/${diffId}/accessibility`);
  expect(changes.length).toBe(accessibility.pending);
  for (const { findings } of changes)
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'nameChanged', to: 'Go' }));
  const check = async () => {
    const { checkRuns } = await ask<CheckRunList>('check-runs?commit=c0ffee4');
    return checkRuns.map((run) => run.conclusion);
  };
  expect(await check()).toEqual(['failure', 'failure']);
  const decided = await ask(`diffs/${diffId}/accessibility`, { decision: 'approved', ifStatus: 'pending' });
  expect(decided).toEqual({ decided: changes.length, total: changes.length });
  expect(await check()).toEqual(['success', 'success']);
});
