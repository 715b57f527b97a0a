import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkProject } from '../../../cli/src/access/linkedProject.js';
import { saveLogin } from '../../../cli/src/access/storedLogins.js';
import { findAccess } from './findAccess.js';
import { noKey } from './notices.js';
import { storedServers } from './storedLogin.js';

const apiUrl = 'https://svc.example.com/base/';
let folder: string;
let env: Record<string, string | undefined>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-addon-'));
  execFileSync('git', ['init', '--quiet', folder]);
  env = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), SVC_API_URL: apiUrl };
});
afterEach(() => rmSync(folder, { recursive: true }));

test('findAccess: finds the login and the project that the command line has stored', async () => {
  expect(await findAccess(env, folder)).toBeNull();
  const expiresAt = '2030-01-01T00:00:00.000Z';
  await saveLogin(env, { server: 'https://svc.example.com/base', name: 'Ada', token: 'svcl_1', expiresAt });
  expect(await findAccess(env, folder)).toEqual({
    apiUrl,
    apiKey: 'svcl_1',
    project: undefined,
    isLogin: true,
  });

  await linkProject(folder, apiUrl, 'acme/web');
  expect(await findAccess(env, folder)).toMatchObject({ project: 'acme/web' });
  expect(await findAccess({ ...env, SVC_PROJECT: 'acme/shop' }, folder)).toMatchObject({
    project: 'acme/shop',
  });
  expect(await findAccess({ ...env, SVC_API_URL: 'https://other.example.com' }, folder)).toBeNull();
});

test.each([
  ['svc_1', false],
  ['svcl_1', true],
])('findAccess: SVC_API_KEY %s comes first', async (apiKey, isLogin) => {
  const expiresAt = '2030-01-01T00:00:00.000Z';
  await saveLogin(env, { server: 'https://svc.example.com/base', name: 'Ada', token: 'svcl_2', expiresAt });
  expect(await findAccess({ ...env, SVC_API_KEY: apiKey }, folder)).toMatchObject({ apiKey, isLogin });
});

test('storedServers: names the servers of all logins, which the notice offers', async () => {
  expect(await storedServers(env)).toEqual([]);
  expect(noKey('http://localhost:4300', []).command).toBe('npx --no svc login');
  const expiresAt = '2030-01-01T00:00:00.000Z';
  for (const server of ['https://svc.example.com/base', 'http://other.example.com:4300'])
    await saveLogin(env, { server, name: 'Ada', token: 'svcl_1', expiresAt });
  const servers = await storedServers(env);
  expect(servers).toEqual(['http://other.example.com:4300', 'https://svc.example.com/base']);
  const notice = noKey('http://localhost:4300', servers);
  expect(notice.text).toContain(
    'signed in to http://other.example.com:4300, https://svc.example.com/base. Set SVC_API_URL',
  );
  expect(notice.command).toBe('SVC_API_URL=http://other.example.com:4300 npx storybook dev');
});
