import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { runSvc } from '../../testing/runSvc.js';
import { run } from '../run.js';
import { configFolder } from './configFolder.js';
import { hasBrowser } from './openBrowser.js';
import { loginFile, serverOf } from './storedLogins.js';

const root = mkdtempSync(join(tmpdir(), 'svc-access-'));
const kept = closeAfterAll();
afterAll(() => rmSync(root, { recursive: true }));

const token = `svcl_${'t'.repeat(43)}`;
const identity = { kind: 'user', name: 'Ada', project: null, isOperator: false };
const overview = {
  project: { slug: 'acme/web', defaultBranch: 'main', createdAt: '' },
  captures: [],
  diffs: [],
};
const begun = (more: object = {}) => ({
  deviceCode: 'd'.repeat(43),
  userCode: 'BCDF-GHJK',
  verificationUrl: 'http://service.test/cli-login?code=BCDF-GHJK',
  expiresIn: 30,
  interval: 1,
  ...more,
});

interface Options {
  env?: Record<string, string>;
  cwd?: string;
  /** Sees stderr as it grows; may press Ctrl-C. */
  watch?: (stderr: string, interrupt: () => void) => void;
}

/** A machine with a home of its own and a git repository, and a service. */
async function setUp(handlers: FakeHandlers = {}) {
  const service = kept(
    await startFakeService({
      beginCliLogin: () => begun(),
      finishCliLogin: () => ({ token, name: 'Ada', expiresInDays: 90 }),
      endLogin: () => ({}),
      whoAmI: () => identity,
      getOverview: () => overview,
      ...handlers,
    }),
  );
  const home = mkdtempSync(join(root, 'home-'));
  const repository = join(home, 'repository');
  mkdirSync(repository);
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: repository });
  const settings = join(home, 'settings');
  const base = { HOME: home, XDG_CONFIG_HOME: settings, SVC_API_URL: service.url };
  const svc = async (args: string[], { env, cwd = repository, watch }: Options = {}) => {
    const interruption = new AbortController();
    let stdout = '';
    let stderr = '';
    const code = await run(args, {
      env: { PATH: process.env.PATH, ...base, ...env },
      stdin: process.stdin,
      cwd,
      stdout: { write: (text) => (stdout += text) },
      stderr: {
        write: (text) => {
          stderr += text;
          watch?.(stderr, () => interruption.abort());
        },
      },
      signal: interruption.signal,
    });
    return { code, stdout, stderr };
  };
  return { service, svc, base, home, repository, settings, file: loginFile(base, service.url) };
}

const signedIn = async (handlers?: FakeHandlers) => {
  const parts = await setUp(handlers);
  const { code, stderr } = await parts.svc(['login', '--device']);
  if (code !== 0) throw new Error(stderr);
  return parts;
};

test.each([
  ['linux', { HOME: '/home/ada' }, '/home/ada/.config/svc'],
  ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/svc'],
  ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/svc'],
  ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/svc'],
  ['win32', { HOME: '/x', APPDATA: '/Users/ada/AppData/Roaming' }, '/Users/ada/AppData/Roaming/svc'],
] as const)('the folder of settings on %s with %o', (platform, env, folder) => {
  expect(configFolder(env, platform)).toBe(folder);
});

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { DISPLAY: ':0', SSH_CONNECTION: '1.2.3.4' }, false],
  ['linux', { DISPLAY: ':0', CI: 'true' }, false],
  ['linux', { BROWSER: 'firefox', SSH_TTY: '/dev/pts/1' }, true],
  ['darwin', {}, true],
  ['win32', { SSH_CONNECTION: '1.2.3.4' }, false],
] as const)('a browser on %s with %o: %s', (platform, env, expected) => {
  expect(hasBrowser(env, platform)).toBe(expected);
});

test.each([
  ['http://localhost:4300/', 'http://localhost:4300'],
  ['HTTPS://Svc.Example.com', 'https://svc.example.com'],
  ['https://example.com/svc/', 'https://example.com/svc'],
])('%s is the server %s', (apiUrl, server) => {
  expect(serverOf(apiUrl)).toBe(server);
});

describe.concurrent('svc login', () => {
  test('with a device code: says where, asks until it is allowed, keeps the login for nobody else to read', async () => {
    let asked = 0;
    const { svc, service, file } = await setUp({
      finishCliLogin: () => {
        asked += 1;
        return asked < 2
          ? new Refusal('LOGIN_PENDING', 'Nobody has allowed it yet')
          : { token, name: 'Ada', expiresInDays: 90 };
      },
    });
    const { code, stdout, stderr } = await svc(['login', '--device']);
    expect([code, asked]).toEqual([0, 2]);
    expect(stderr).toContain('http://service.test/cli-login?code=BCDF-GHJK');
    expect(stderr).toContain('has to show the code BCDF-GHJK');
    expect(stdout).toBe(`Signed in to ${service.url} as Ada, for 90 days (kept in ${file})\n`);
    expect(stdout + stderr).not.toContain(token);
    const modes = [file, join(file, '..'), join(file, '../..')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o600, 0o700, 0o700]);
    expect(readdirSync(join(file, '..'))).toHaveLength(1);
    expect(service.of('beginCliLogin')[0]?.body).not.toHaveProperty('redirectUrl');
  });

  test('an earlier login is replaced, and revoked', async () => {
    const { svc, service, file } = await signedIn({});
    chmodSync(join(file, '..'), 0o755);
    await svc(['login', '--device']);
    expect(service.of('endLogin').map(({ headers }) => headers['x-api-key'])).toEqual([token]);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  test.each([
    ['a device code', ['--device'], 'nobody allowed the login within 1 seconds; run `svc login` again'],
    ['a browser', [], 'nobody allowed the login within 1 seconds; run `svc login` again'],
  ])('with %s, ends when nobody allows it in time', async (_, args, message) => {
    const { svc, file } = await setUp({
      beginCliLogin: () => begun({ expiresIn: 1 }),
      finishCliLogin: () => new Refusal('LOGIN_PENDING', 'Nobody has allowed it yet'),
    });
    const { code, stderr } = await svc(['login', ...args], { env: { BROWSER: 'true' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`svc: ${message}\n`)]);
    expect(() => statSync(file)).toThrow('ENOENT');
  });

  test('Ctrl-C ends the waiting', async () => {
    const { svc } = await setUp();
    const { code, stderr } = await svc(['login'], {
      env: { BROWSER: 'true' },
      watch: (text, interrupt) => text.includes('Ctrl-C') && interrupt(),
    });
    expect([code, stderr]).toEqual([
      130,
      expect.stringContaining('the login was not finished, and nothing was stored'),
    ]);
  });

  test('a browser that cannot be opened is not the end: the address is there', async () => {
    const { svc } = await setUp({ beginCliLogin: () => begun({ expiresIn: 1 }) });
    const { stderr } = await svc(['login'], { env: { BROWSER: '/no/such/browser' } });
    expect(stderr).toContain('No browser could be opened: open the address yourself');
    expect(stderr).toContain('http://service.test/cli-login?code=BCDF-GHJK');
  });

  test('only the browser that allowed this login is believed', async () => {
    const { svc, service } = await setUp();
    const answers: [string, number][] = [];
    const run = svc(['login'], {
      env: { BROWSER: 'true' },
      watch: (text) => {
        if (!text.includes('A browser is opening') || answers.length > 0) return;
        answers.push(['begun', 0]);
        void visit();
      },
    });
    async function visit() {
      const [beginning] = service.of('beginCliLogin');
      const { redirectUrl = '', state } = (beginning?.body ?? {}) as Record<string, string>;
      const get = async (name: string, url: string, init?: RequestInit) =>
        answers.push([name, (await fetch(url, init)).status]);
      await get('no state', `${redirectUrl}?code=evil`);
      await get('wrong state', `${redirectUrl}?code=evil&state=${'x'.repeat(43)}`);
      await get('other path', `${redirectUrl}/more?code=evil&state=${state}`);
      await get('a form', `${redirectUrl}?code=evil&state=${state}`, { method: 'POST' });
      await get('good', `${redirectUrl}?code=good&state=${state}`);
    }
    const { code } = await run;
    expect(Object.fromEntries(answers)).toEqual({
      begun: 0,
      'no state': 400,
      'wrong state': 400,
      'other path': 404,
      'a form': 404,
      good: 200,
    });
    expect(code).toBe(0);
    expect(service.of('finishCliLogin').map(({ body }) => (body as { code: string }).code)).toEqual(['good']);
  });

  test('an address of a page that is none is not opened', async () => {
    const { svc } = await setUp({
      beginCliLogin: () => begun({ expiresIn: 1, verificationUrl: 'file:///etc/passwd' }),
    });
    const { stderr } = await svc(['login'], { env: { BROWSER: 'true' } });
    expect(stderr).toContain('No browser could be opened');
  });
});

describe.concurrent('what counts', () => {
  const refuse = () => new Refusal('UNAUTHORIZED', 'No.');
  const denied = { getDiff: refuse, approve: refuse, getOverview: () => overview };
  const keyOf = async (args: string[], env: Record<string, string>) => {
    const { svc, service } = await signedIn(denied);
    const { code, stderr } = await svc(['approve', 'dif_1', '--all', ...args], { env });
    const headers = service.of('getDiff')[0]?.headers;
    return {
      code,
      stderr,
      key: headers?.['x-api-key'],
      project: headers?.['x-svc-project'],
      userAgent: headers?.['user-agent'],
      server: service.url,
    };
  };

  test('--api-key before all', async () => {
    const { key, stderr, userAgent } = await keyOf(['--api-key', 'svc_flag'], {
      SVC_API_KEY: 'svc_variable',
    });
    expect(userAgent).toMatch(/^svc-cli\/\d+\.\d+\.\d+ \(node v/);
    expect([key, stderr]).toEqual(['svc_flag', 'svc: No (used the API key from --api-key)\n']);
  });

  test('SVC_API_KEY before the login', async () => {
    const { key, stderr } = await keyOf([], { SVC_API_KEY: 'svc_variable' });
    expect([key, stderr]).toEqual(['svc_variable', 'svc: No (used the API key from SVC_API_KEY)\n']);
  });

  test('the login, with SVC_PROJECT', async () => {
    const { key, project, stderr, server } = await keyOf([], { SVC_PROJECT: 'acme/web', SVC_API_KEY: '' });
    expect([key, project]).toEqual([token, 'acme/web']);
    expect(stderr).toBe(
      `svc: No (used the login of Ada at ${server}, and the project acme/web from SVC_PROJECT)\n`,
    );
  });

  test('a login alone does not know the project', async () => {
    const { key, code, stderr } = await keyOf([], {});
    expect([key, code]).toEqual([undefined, 2]);
    expect(stderr).toMatch(
      /^svc: which project\? The login of Ada at .* sees more than one: link this repository/,
    );
  });

  const exchanged = {
    key: 'svc_of_ci',
    expiresAt: '2026-01-01T00:00:00Z',
    project: 'acme/web',
    repository: 'acme/web',
    branch: 'main',
  };

  test('the identity of a job in CI, before the login and after a key', async () => {
    const { svc, service } = await signedIn({ ...denied, exchangeIdToken: () => exchanged });
    const { stderr } = await svc(['approve', 'dif_1', '--all'], { env: { SVC_ID_TOKEN: 'x' } });
    await svc(['approve', 'dif_1', '--all'], { env: { SVC_ID_TOKEN: 'x', SVC_API_KEY: 'svc_variable' } });
    // The key is renewed once when it is refused.
    expect(service.of('getDiff').map(({ headers }) => headers['x-api-key'])).toEqual([
      'svc_of_ci',
      'svc_of_ci',
      'svc_variable',
    ]);
    expect(stderr).toBe('svc: No (used the identity token of SVC_ID_TOKEN)\n');
  });

  test('an identity that is refused is named, and one of others is told what that means', async () => {
    const refused = await setUp({ exchangeIdToken: () => new Refusal('TOKEN_INVALID', 'It has expired') });
    expect((await refused.svc(['diff'], { env: { SVC_ID_TOKEN: 'x' } })).stderr).toBe(
      'svc: It has expired (used the identity token of SVC_ID_TOKEN)\n',
    );
    const others = await setUp({ ...denied, exchangeIdToken: () => ({ ...exchanged, branch: null }) });
    const { stderr } = await others.svc(['approve', 'dif_1', '--all'], { env: { SVC_ID_TOKEN: 'x' } });
    expect(stderr).toContain(
      'svc: this run may be for a pull request of others, so what it captures is ephemeral',
    );
  });

  test('an empty --api-key is a mistake, not a login', async () => {
    const { code, stderr } = await keyOf(['--api-key', ''], {});
    expect([code, stderr]).toEqual([2, 'svc: --api-key is empty: give it a key, or leave it out\n']);
  });

  test('nothing: says what there is to do, and where else one is signed in', async () => {
    const { svc, service } = await signedIn();
    const { code, stderr } = await svc(['diff'], { env: { SVC_API_URL: 'https://other.test' } });
    expect([code, stderr]).toEqual([
      2,
      'svc: no API key, and nobody is signed in to https://other.test: pass --api-key, set SVC_API_KEY, or run ' +
        `\`svc login\`. You are signed in to ${service.url}: is --api-url or SVC_API_URL missing?\n`,
    ]);
  });

  test('what `svc run` runs gets the login and its project', async () => {
    const { base, repository, service } = await signedIn({
      completeSession: () => new Refusal('FORBIDDEN', 'Not for you.'),
    });
    const script = 'console.log(process.env.SVC_API_KEY, process.env.SVC_PROJECT, process.env.SVC_API_URL)';
    const { stdout, stderr, code } = await runSvc(['run', '--', process.execPath, '-e', script], {
      cwd: repository,
      env: { ...base, SVC_PROJECT: 'acme/web' },
    });
    expect(stdout).toBe(`${token} acme/web ${service.url}\n`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Not for you (used the login of Ada at ')]);
  });
});

describe.concurrent('the file of a login', () => {
  test('that others can read is made private, with a word', async () => {
    const { svc, file } = await signedIn();
    chmodSync(file, 0o644);
    const { code, stderr } = await svc(['whoami']);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`others on this machine could read ${file}`)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await svc(['whoami'])).stderr).toBe('');
  });

  test.each(['', '{"server": 1}', 'nonsense'])(
    'that is damaged (%j) says so; login and logout mend it',
    async (text) => {
      const { svc, file } = await signedIn();
      writeFileSync(file, text);
      const { code, stderr } = await svc(['whoami']);
      expect([code, stderr]).toEqual([2, `svc: ${file} is damaged: \`svc login\` writes a new one\n`]);
      expect((await svc(['logout'])).code).toBe(0);
      expect(() => statSync(file)).toThrow('ENOENT');
    },
  );

  test('is another one for each server', async () => {
    const { svc, service, file } = await signedIn();
    const second = kept(
      await startFakeService({
        beginCliLogin: () => begun(),
        finishCliLogin: () => ({ token: `${token}2`, name: 'Bob', expiresInDays: 90 }),
        whoAmI: () => ({ ...identity, name: 'Bob' }),
      }),
    );
    await svc(['login', '--device', '--api-url', second.url]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ server: service.url, name: 'Ada', token });
    expect((await svc(['whoami', '--api-url', second.url])).stdout).toMatch(/^Bob\n/);
    expect(service.of('endLogin')).toEqual([]);
  });
});

describe.concurrent('svc logout', () => {
  test('revokes and forgets', async () => {
    const { svc, service, file } = await signedIn();
    const { code, stdout, stderr } = await svc(['logout']);
    expect([code, stdout, stderr]).toEqual([0, `Signed out of ${service.url}, as Ada\n`, '']);
    expect(service.of('endLogin')).toHaveLength(1);
    expect(() => statSync(file)).toThrow('ENOENT');
    expect((await svc(['logout'])).stdout).toBe(`Nobody was signed in to ${service.url}\n`);
  });

  test('of a login that has already expired is a logout', async () => {
    const { svc } = await signedIn({ endLogin: () => new Refusal('UNAUTHORIZED', 'It has expired') });
    expect(await svc(['logout'])).toMatchObject({ code: 0, stderr: '' });
  });

  test('without a connection forgets, and says that it did not revoke', async () => {
    const { svc, service, file } = await signedIn();
    service.misbehave(['reset', 'reset', 'reset', 'reset'], 'endLogin');
    const { code, stdout, stderr } = await svc(['logout']);
    expect([code, stdout]).toEqual([0, `Signed out of ${service.url}, as Ada\n`]);
    expect(stderr).toMatch(
      /^svc: the login is removed here, but not revoked on the server \(cannot reach .*\)\. It ends there on 20\d\d-\d\d-\d\d, or when you sign out everywhere in the web pages\n$/,
    );
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});

describe.concurrent('svc project', () => {
  test('links the repository with all its folders and worktrees, outside of what is committed', async () => {
    const { svc, service, repository, home } = await signedIn();
    const { code, stdout } = await svc(['project', 'set', 'acme/web']);
    expect([code, stdout]).toEqual([0, `${repository} is linked to acme/web at ${service.url}\n`]);
    expect(service.of('getOverview')[0]?.headers['x-svc-project']).toBe('acme/web');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
        cwd: repository,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    expect(git('status', '--porcelain')).toBe('');
    git('commit', '--allow-empty', '-m', 'one');
    const worktree = join(home, 'worktree');
    git('worktree', 'add', worktree);
    mkdirSync(join(repository, 'inner'));
    for (const cwd of [repository, worktree, join(repository, 'inner')]) {
      expect((await svc(['project'], { cwd })).stdout).toBe(`acme/web at ${service.url}\n`);
    }
    expect((await svc(['whoami'])).stdout).toBe(
      `Ada\nserver   ${service.url}\nusing    the login of Ada at ${service.url}\nproject  acme/web, from \`svc project set\`\n`,
    );
    expect((await svc(['project'], { cwd: home })).stdout).toMatch(
      /^This folder is linked to no project of /,
    );
    const elsewhere = { env: { SVC_API_URL: 'https://other.test' } };
    expect((await svc(['project'], elsewhere)).stdout).toContain(
      'linked to no project of https://other.test',
    );
  });

  test('a project that is not there is not linked', async () => {
    const { svc, service } = await signedIn({
      getOverview: () => new Refusal('PROJECT_NOT_FOUND', 'Project not found'),
    });
    const { code, stderr } = await svc(['project', 'set', 'acme/none']);
    expect([code, stderr]).toEqual([2, `svc: Project not found (used the login of Ada at ${service.url})\n`]);
    expect((await svc(['project'])).stdout).toContain('linked to no project');
  });

  test('without a login the link is taken as it is', async () => {
    const { svc } = await setUp();
    const { code, stderr } = await svc(['project', 'set', 'acme/web']);
    expect([code, stderr]).toEqual([
      0,
      'svc: nobody is signed in, so whether there is such a project was not checked\n',
    ]);
    expect((await svc(['project'])).stdout).toMatch(/^acme\/web at /);
  });

  test.each([
    [['project', 'set', 'web'], '"web" is not a project: write <org>/<project>, such as acme/web'],
    [['project', 'set'], "missing required argument 'org/project'"],
  ])('%j is refused', async (args, message) => {
    const { svc } = await setUp();
    const { code, stderr } = await svc(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('outside of a repository there is nothing to link', async () => {
    const { svc, home } = await signedIn();
    const { code, stderr } = await svc(['project', 'set', 'acme/web'], { cwd: home });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('is in no git repository: run it inside one, or set SVC_PROJECT=acme/web'),
    ]);
  });
});

test('svc whoami names the key and its project', async () => {
  const { svc, service } = await setUp({
    whoAmI: () => ({ kind: 'key', name: 'ci', project: 'acme/web', scopes: ['read', 'upload'] }),
  });
  const { stdout } = await svc(['whoami'], { env: { SVC_API_KEY: 'svc_x' } });
  expect(stdout).toBe(
    `API key "ci" (scopes: read, upload)\nserver   ${service.url}\nusing    the API key from SVC_API_KEY\nproject  acme/web, the project of the key\n`,
  );
});
