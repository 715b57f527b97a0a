import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { bytesOf } from '../store/bytea.js';
import { createProgram } from './createProgram.js';

let service: TestService;
let cookie: string;
beforeAll(async () => {
  service = await startTestService();
  const signedIn = await service.app.inject({
    method: 'POST',
    url: '/api/v1/sign-in',
    headers: { host: 'localhost', origin: 'http://localhost' },
    payload: { token: await service.newSignInToken() },
  });
  cookie = `svc_session=${signedIn.cookies[0]?.value}`;
});
afterAll(() => service.stop());

/** Runs `svc-server code-host` and answers what it prints. */
async function run(args: string[], input = ''): Promise<string> {
  const { database, vault, codeHosts, repositories } = service.resources;
  const lines: string[] = [];
  const program = createProgram({
    config: () => expect.fail('no command of a code host reads settings'),
    withDatabase: (use) => use(database),
    withPool: () => Promise.reject(new Error('no command here needs one')),
    openVault: async () => vault,
    openCodeHosts: async () => ({ codeHosts, repositories }),
    print: (line) => lines.push(line),
    input: Readable.from([input]),
  });
  for (const command of [program, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.configureOutput({ writeOut: (text) => lines.push(text), writeErr: () => {} });
  }
  await program.parseAsync(['code-host', ...args], { from: 'user' });
  return lines.join('\n');
}

const asPerson = (method: 'GET' | 'POST' | 'DELETE', payload?: object) =>
  service.app.inject({
    method,
    url: '/api/v1/code-host',
    headers: { cookie, 'x-svc-project': 'acme/web', host: 'localhost', origin: 'http://localhost' },
    ...(payload ? { payload } : {}),
  });

const token = 'glpat-a-token-to-hide';
const gitlab = { kind: 'gitlab', repository: 'group/sub/app', token };

test('the command sets, shows and removes a code host', async () => {
  expect(await run(['show', 'acme/web'])).toBe('acme/web shows no check runs');
  await run(
    ['gitlab', 'acme/web', 'group/app', '--url', 'https://gitlab.example.com', '--comment'],
    `${token}\n`,
  );
  expect(JSON.parse(await run(['show', 'acme/web']))).toMatchObject({
    kind: 'gitlab',
    repository: 'group/app',
    url: 'https://gitlab.example.com',
    checkName: 'svc',
    comment: true,
    approvers: 'write',
  });
  await run(['github', 'acme/web', 'acme/app', '--approvers', 'ada, bob', '--check-name', 'svc web']);
  expect(JSON.parse(await run(['show', 'acme/web']))).toMatchObject({
    kind: 'github',
    repository: 'acme/app',
    url: null,
    checkName: 'svc web',
    approvers: ['ada', 'bob'],
  });
  expect(await run(['remove', 'acme/web'])).toBe('acme/web shows no check runs');
});

test.each([
  [['gitea', 'acme/web', 'acme/app', '--url', 'https://gitea.example.com'], 'https://gitea.example.com'],
  [['bitbucket', 'acme/web', 'acme/app'], 'https://bitbucket.org'],
  [
    ['bitbucket-data-center', 'acme/web', '~ada/app', '--url', 'https://bitbucket.example.com'],
    'https://bitbucket.example.com',
  ],
])('the command connects %j, which an operator may', async ([kind = '', ...args], url) => {
  await run([kind, ...args], `${token}\n`);
  const shown = { kind, url, repository: args[1], proof: 'operator' };
  expect(JSON.parse(await run(['show', 'acme/web']))).toMatchObject(shown);
  // What is kept is what the settings take: it can be confirmed.
  await run(['confirm', 'acme/web']);
  expect(JSON.parse(await run(['show', 'acme/web']))).toMatchObject(shown);
});

test('the command says what is wrong with its arguments', async () => {
  for (const [args, message] of [
    [['sourcehut', 'acme/web'], "unknown command 'sourcehut'"],
    [['show', 'acme'], 'must look like org/project'],
    [['github', 'acme/nothing', 'acme/app'], 'no project acme/nothing'],
    [['github', 'acme/web', 'acme'], 'owner/name'],
    [['gitlab', 'acme/web', 'acme/app'], 'token'],
    [['webhook', 'acme/web', 'ftp://host'], 'http(s)'],
    [['github', 'acme/web', 'acme/app', '--loud'], '--loud'],
  ] as const) {
    await expect(run([...args])).rejects.toThrow(message);
  }
});

test('a person sets it over the API; a key reads it only', async () => {
  expect((await service.ask('POST', '/api/v1/code-host', gitlab)).status).toBe(403);
  const set = await asPerson('POST', gitlab);
  expect(set.statusCode).toBe(200);
  expect(set.json()).toMatchObject({ codeHost: { kind: 'gitlab', url: 'https://gitlab.com' } });
  expect(set.body).not.toContain(token);
  const read = await service.ask<{ codeHost: object }>('GET', '/api/v1/code-host');
  expect(read.body).toEqual(set.json());
  expect((await asPerson('DELETE')).statusCode).toBe(200);
  expect((await service.ask('GET', '/api/v1/code-host')).body).toEqual({ codeHost: null });
});

test('another project does not see it', async () => {
  await asPerson('POST', gitlab);
  const other = await service.ask('GET', '/api/v1/code-host', undefined, await service.newKey('acme/other'));
  expect(other.body).toEqual({ codeHost: null });
});

const hookSecret = 'whsec_YSBzZWNyZXQgdG8gaGlkZSwgMzIgYnl0ZXMgbG9uZyE=';

test('bad settings are refused, and a secret in them is not repeated', async () => {
  for (const bad of [
    { kind: 'webhook', url: 'https://user:password@host', secret: hookSecret },
    { kind: 'webhook', url: 'file:///etc/passwd', secret: hookSecret },
    { kind: 'webhook', url: 'https://host', secret: 'to-hide' },
    { kind: 'webhook', url: 'https://host', secret: 'whsec_dG8taGlkZQ==' },
    { kind: 'webhook', url: 'https://host', secret: `${hookSecret}to-hide` },
    { kind: 'github', repository: '../../etc' },
    { kind: 'gitlab', repository: 'a b', token },
    { kind: 'gitea', repository: 'a/b', token },
    { kind: 'gitea', repository: 'a/b/c', url: 'https://host', token },
    { kind: 'bitbucket', repository: 'a/..', token },
    { kind: 'bitbucket-data-center', repository: 'a', url: 'https://host', token },
    { kind: 'bitbucket-data-center', repository: 'A/b', url: 'https://host', token: 'to-hide' },
    { kind: 'github', repository: 'a/b', checkName: 'a\nb' },
  ]) {
    const answer = await asPerson('POST', bad);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toMatch(/to-hide|whsec_\w|dG8taGlkZQ/);
  }
});

test('the database does not hold a secret in plain', async () => {
  await asPerson('POST', gitlab);
  const rows = await service.resources.database.selectFrom('codeHosts').selectAll().execute();
  expect(rows).toHaveLength(1);
  const dump = rows
    .map((row) => `${JSON.stringify(row)}${bytesOf(row.secret ?? '').toString('latin1')}`)
    .join();
  expect(dump).not.toContain(token);
  const [row] = rows;
  expect(service.resources.vault.open(bytesOf(row?.secret ?? ''), row?.projectId ?? '')).toBe(token);
});
