import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { type FakeHandlers, Refusal } from '../../../sdk/testing/startFakeService.js';
import { runSvc, type SvcOptions } from '../../testing/runSvc.js';
import { startScenario } from '../../testing/startScenario.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-import-test-'));
const shot = join(folder, 'home.png');

beforeAll(() => {
  mkdirSync(join(folder, 'shots/forms'), { recursive: true });
  writeFileSync(shot, 'home');
  writeFileSync(join(folder, 'shots/home.png'), 'home');
  writeFileSync(join(folder, 'shots/forms/button.PNG'), 'button');
  writeFileSync(
    join(folder, 'tests.cjs'),
    `const [, , code, ...lines] = process.argv;
console.log('tests on', process.env.SVC_IMPORT_PLATFORM);
for (const line of lines) require('node:fs').appendFileSync(process.env.SVC_IMPORT_FILE, line + '\\n');
process.exitCode = Number(code);
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const kept = closeAfterAll();

const noSuite: FakeHandlers = {
  listBaselines: () => new Refusal('SUITE_NOT_FOUND', 'the suite does not exist'),
};

async function setUp(handlers: FakeHandlers = noSuite) {
  const service = kept(await startScenario({ handlers }));
  /** For temporary files, to see what stays there. */
  const temporary = mkdtempSync(join(folder, 'tmp-'));
  const svc = (args: string[], { env, ...options }: SvcOptions = {}) =>
    runSvc(args, {
      cwd: folder,
      env: {
        SVC_API_KEY: 'svc_test',
        SVC_API_URL: service.url,
        SVC_BRANCH: 'main',
        SVC_COMMIT: 'c0ffee01',
        TMPDIR: temporary,
        ...env,
      },
      ...options,
    });
  /** With a command that finds these pictures, a line each run. */
  const tests = (tool: string, flags: string[], code: number, ...found: object[]) =>
    svc([
      ...['import', tool, ...flags, '--', process.execPath, 'tests.cjs', String(code)],
      ...found.map((one) => JSON.stringify({ suite: 'e2e', missing: [], unused: [], ...one })),
    ]);
  const playwright = tests.bind(null, 'playwright');
  return { service, svc, tests, playwright, temporary };
}

const baselineOf = (name: string, browser: string | null) => ({
  ...{ name, browser, viewport: null, branch: 'main', commit: null, hash: 'a'.repeat(64) },
  ...{ imageUrl: 'http://images/1', width: 1, height: 1, captureId: 'cap_1', diffId: null },
  createdAt: '2026-11-22T07:47:12.000Z',
});

const home = { name: 'a.spec.ts > home.png', browser: 'chromium', file: shot };

describe.concurrent('svc import folder', () => {
  test('sets files as baselines under the names that svc upload gives', async () => {
    const { svc, service } = await setUp();
    const { code, stdout } = await svc(['import', 'folder', 'shots', '--suite', 'e2e']);
    expect(service.of('listBaselines')[0]?.query).toMatchObject({ suite: 'e2e', branch: 'main' });
    expect(service.of('createCapture')[0]?.body).toMatchObject({
      suite: 'e2e',
      branch: 'main',
      commit: 'c0ffee01',
      autoBaseline: true,
      complete: true,
      snapshots: [{ name: 'forms/button' }, { name: 'home' }],
    });
    expect(service.of('createDiff')).toEqual([]);
    expect(stdout).toContain('2 of 2 captured and set as baselines');
    expect(code).toBe(0);
  });

  test('--dry-run lists names and files, and needs no service', async () => {
    const { svc, service } = await setUp();
    const { code, stdout, stderr } = await svc(['import', 'folder', 'shots', '--dry-run'], {
      env: { SVC_API_KEY: '' },
    });
    expect(stdout).toBe(
      'SNAPSHOT      FILE\nforms/button  shots/forms/button.PNG\nhome          shots/home.png\n',
    );
    expect(stderr).toBe('2 snapshots; nothing was sent\n');
    expect(service.requests).toEqual([]);
    expect(code).toBe(0);
  });

  test('replaces baselines only if told to', async () => {
    const { svc, service } = await setUp({
      listBaselines: () => ({
        refs: ['main'],
        baselines: [baselineOf('home', null), baselineOf('forms/button', 'firefox')],
        nextCursor: null,
      }),
    });
    const { code, stderr } = await svc(['import', 'folder', 'shots']);
    expect(stderr).toBe(
      'svc: 1 snapshot of suite "default", such as "home", already has a baseline on main: nothing was imported; --replace replaces them\n',
    );
    expect(code).toBe(2);
    expect(service.of('createCapture')).toEqual([]);
    expect((await svc(['import', 'folder', 'shots', '--replace'])).code).toBe(0);
    expect(service.of('createCapture')).toHaveLength(1);
  });
});

describe.concurrent('svc import of a configuration', () => {
  beforeAll(() => {
    const viewports = ['phone', 'old'].map((label) => ({ label, width: 320, height: 480 }));
    const configuration = {
      id: 'app',
      viewports,
      scenarios: [{ label: 'Home' }],
      paths: { bitmaps_reference: 'refs' },
    };
    writeFileSync(join(folder, 'backstop.json'), JSON.stringify(configuration));
    writeFileSync(
      join(folder, 'backstop.mjs'),
      `export default { ...${JSON.stringify(configuration)}, scenarios: [{ label: 'Other' }] };`,
    );
    mkdirSync(join(folder, 'refs'));
    for (const name of ['Home_0_document_0_phone', 'Home_0_document_1_old', 'Other_0_document_0_phone'])
      writeFileSync(join(folder, `refs/app_${name}.png`), name);
  });

  test('sends names and viewports', async () => {
    const { svc, service } = await setUp();
    const { code, stderr } = await svc([
      'import',
      'backstop',
      '--config',
      'backstop.mjs',
      '--suite',
      'pages',
    ]);
    expect(stderr).toContain('2 files left out');
    expect(service.of('createCapture')[0]?.body).toMatchObject({
      ...{ suite: 'pages', autoBaseline: true },
      snapshots: [{ name: 'Other', viewport: { width: 320, height: 480 } }],
    });
    expect(code).toBe(0);
  });

  test('imports nothing where two files would be one snapshot', async () => {
    const { svc, service } = await setUp();
    const { code, stderr } = await svc(['import', 'backstop', '--dry-run']);
    expect(stderr).toContain(
      'svc: refs/app_Home_0_document_0_phone.png and refs/app_Home_0_document_1_old.png would both be "Home (320x480)": nothing was imported',
    );
    expect(code).toBe(2);
    expect(service.requests).toEqual([]);
  });
});

describe.concurrent('svc import vitest', () => {
  test('sets what the tests found as baselines, in the suite of svcVitest', async () => {
    const { tests, service } = await setUp();
    const { code, stdout } = await tests('vitest', [], 0, { snapshots: [home] });
    expect(stdout).toContain('suite "e2e": 1 of 1 captured and set as baselines');
    expect(service.of('createCapture')[0]?.body).toMatchObject({
      snapshots: [{ name: home.name, browser: 'chromium' }],
    });
    expect(code).toBe(0);
  });

  test('says what to do where nothing was found', async () => {
    const { tests } = await setUp();
    expect((await tests('vitest', [], 0)).stderr).toMatch(/without @svc\/vitest .*svcVitest\(\)/);
    expect((await tests('vitest', [], 1, { snapshots: [home] })).stderr).toContain(
      'as in `svc import vitest -- npx vitest run <files>`',
    );
  });
});

describe.concurrent('svc import playwright', () => {
  test('sets what the tests found as baselines, in the suite of withSvc', async () => {
    const { playwright, service, temporary } = await setUp();
    const { code, stdout, stderr } = await playwright([], 0, { snapshots: [home] });
    expect(stderr).toContain('tests on linux');
    expect(stdout).toContain('suite "e2e": 1 of 1 captured and set as baselines');
    expect(service.of('createCapture')[0]?.body).toMatchObject({
      suite: 'e2e',
      autoBaseline: true,
      snapshots: [{ name: home.name, browser: 'chromium' }],
    });
    expect(code).toBe(0);
    expect(readdirSync(temporary).filter((name) => name.startsWith('svc-import-'))).toEqual([]);
  });

  test('sends nothing where the tests fail', async () => {
    const { playwright, service } = await setUp();
    const { code, stderr } = await playwright([], 3, { snapshots: [home] });
    expect(stderr).toContain('svc: the tests ended with exit code 3: nothing was imported.');
    expect(code).toBe(2);
    expect(service.requests).toEqual([]);
  });

  test('says what to do where nothing was found', async () => {
    const { playwright } = await setUp();
    const missing = [{ ...home, file: join(folder, 'gone.png'), platforms: ['linux'] }];
    const other = await playwright(['--platform', 'darwin'], 0, { snapshots: [], missing });
    expect(other.stderr).toContain('tests on darwin\n');
    expect(other.stderr).toContain(
      'svc: no snapshot of these tests has a committed file for darwin: there are files for linux, see --platform\n',
    );
    expect(other.code).toBe(2);
    expect((await playwright([], 0)).stderr).toMatch(/withSvc\(\)/);
    expect((await playwright([], 0, { snapshots: [home] }, { snapshots: [home] })).stderr).toContain(
      'runs Playwright more than once',
    );
  });

  test('a Ctrl-C while the tests run sends nothing', async () => {
    const { svc, service } = await setUp();
    const script = `console.log('running'); setInterval(() => {}, 1000)`;
    let isKilled = false;
    const { code, stderr } = await svc(['import', 'playwright', '--', process.execPath, '-e', script], {
      watch: (text, kill) => {
        // A second signal would end svc at once.
        if (!isKilled && text.includes('running')) kill('SIGINT');
        isKilled ||= text.includes('running');
      },
    });
    expect(stderr).toContain('svc: interrupted: the tests were running; nothing was sent');
    expect(code).toBe(130);
    expect(service.requests).toEqual([]);
  });
});

test.each([
  [[], /import what\? svc import playwright, vitest, jest-image-snapshot, .* or folder/],
  [['cypress'], /does not support "cypress".*run svc import folder <directory>/],
  [['toString'], /does not support "toString"/],
])('svc import %j says what works', async (args, message) => {
  const { code, stderr } = await runSvc(['import', ...args]);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});
