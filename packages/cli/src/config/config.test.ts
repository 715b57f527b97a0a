import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { startFakeService } from '../../../sdk/testing/startFakeService.js';
import { runSvc } from '../../testing/runSvc.js';
import { createProgram } from '../createProgram.js';
import { nearestName } from '../nearestName.js';
import type { SvcConfig } from '../SvcConfig.js';
import { applyConfig } from './applyConfig.js';
import { configProblems } from './checkConfig.js';
import { configSchema } from './configSchema.js';
import { flagsOfCommands, leavesOf, pathOf } from './flagsOfCommands.js';

const flagsOf = flagsOfCommands(createProgram(async () => {}));
const schemaFile = new URL('../../schemas/config-v1.json', import.meta.url);

/** The flags of a command after its arguments and the file were read. */
async function flagsAfter(args: string[], config: SvcConfig, env = {}): Promise<Record<string, unknown>> {
  const program = createProgram(async () => {});
  let flags: Record<string, unknown> = {};
  program.hook('preAction', (_program, command) => {
    applyConfig(command, { file: 'svc.config.json', config }, env);
    flags = command.opts();
  });
  await program.parseAsync(args, { from: 'user' });
  return flags;
}

test('flags win over the file, single commands over all, and the environment over both', async () => {
  const config: SvcConfig = {
    apiUrl: 'https://file.example.com',
    suite: 'web',
    filter: ['Forms/**'],
    onlyChanged: true,
    proof: false,
    commands: { 'stories-a': { suite: 'storybook' } },
  };
  expect(await flagsAfter(['stories-a', 'dist'], config)).toMatchObject({
    suite: 'storybook',
    filter: ['Forms/**'],
    onlyChanged: true,
    proof: false,
    apiUrl: 'https://file.example.com',
  });
  expect(await flagsAfter(['upload', 'shots'], config)).toMatchObject({ suite: 'web' });
  const flags = ['--suite', 'mine', '--filter', 'Cards/**', '--no-only-changed', '--api-url', 'http://flag'];
  expect(await flagsAfter(['stories-a', 'dist', ...flags], config)).toMatchObject({
    suite: 'mine',
    filter: ['Cards/**'],
    onlyChanged: false,
    apiUrl: 'http://flag',
  });
  const env = { SVC_API_URL: 'http://env' };
  expect((await flagsAfter(['upload', 'shots'], config, env)).apiUrl).toBeUndefined();
  expect((await flagsAfter(['flaky'], config)).suite).toBeUndefined();
});

test('flags that exclude each other do not meet through the file', async () => {
  const run = (flag: string[], config: SvcConfig) => flagsAfter(['run', ...flag, '--', 'true'], config);
  expect(await run(['--exit-zero-on-changes'], { failOnChanges: true })).not.toHaveProperty('failOnChanges');
  expect(await run(['--fail-on-changes'], { exitZeroOnChanges: true })).not.toHaveProperty(
    'exitZeroOnChanges',
  );
});

test('values go through the checks of their flags', async () => {
  expect(
    await flagsAfter(['diff'], { threshold: 0.2, antiAliasing: false, targetRef: ['main', 'next'] }),
  ).toMatchObject({ threshold: 0.2, antiAliasing: 'false', targetRef: ['main', 'next'] });
  await expect(flagsAfter(['diff'], { threshold: 2 })).rejects.toThrow(
    'svc.config.json: threshold is not allowed: It must be a number from 0.0 to 1.0.',
  );
});

test.each<[string, unknown, string]>([
  ['a list', [], 'it must be an object, such as { "suite": "web" }'],
  ['a typing mistake', { siute: 'web' }, 'siute is not known: did you mean suite?'],
  ['another spelling', { 'only-changed': true }, 'only-changed is not known: did you mean onlyChanged?'],
  ['a wrong type', { filter: 'Forms' }, 'filter must be a list of texts'],
  ['a secret', { apiKey: 'svc_1' }, 'apiKey does not belong in a file: set SVC_API_KEY, or run `svc login`'],
  [
    'an unknown command',
    { commands: { storiesa: {} } },
    'commands.storiesa is not known: did you mean stories-a?',
  ],
  [
    'a flag of another command',
    { commands: { upload: { filter: ['a'] } } },
    'commands.upload.filter is not known; known are suite, exitZeroOnChanges, quiet',
  ],
  ['no commands', { commands: 'upload' }, 'commands must be an object of commands'],
  ['commands, misspelled', { command: {} }, 'command is not known: did you mean commands?'],
  [
    'names of prototypes',
    JSON.parse('{"constructor": 1}'),
    expect.stringContaining('constructor is not known'),
  ],
])('%s is named', (_what, content, problem) => {
  expect(configProblems(content, flagsOf)).toEqual([problem]);
});

test('the published schema is that of the fields, and takes what svc takes', () => {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
  expect(schema).toEqual(configSchema(Object.keys(flagsOf)));
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  const values = fc.oneof(fc.boolean(), fc.constantFrom('x', '', 0.5, ['x'], [''], [1], null, {}));
  const names = fc.constantFrom(...Object.keys(schema.properties), 'siute');
  const content = fc.dictionary(
    names.filter((name) => name !== 'commands'),
    values,
  );
  fc.assert(
    fc.property(content, (fields) => validate(fields) === (configProblems(fields, flagsOf).length === 0)),
  );
});

test('every field is a flag of some command', () => {
  const known = new Set(Object.values(flagsOf).flat());
  const { $defs } = configSchema([]);
  expect(Object.keys($defs.flags.properties).filter((name) => !known.has(name))).toEqual([]);
});

test('the nearest name is one that a typing mistake away', () => {
  const names = leavesOf(createProgram(async () => {})).map(pathOf);
  for (const name of names) expect(nearestName(name, names)).toBe(name);
  expect(nearestName('strories-a', names)).toBe('stories-a');
  expect(nearestName('zzzzzz', names)).toBeNull();
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-config-'));
  mkdirSync(join(folder, '.git'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const kept = closeAfterAll();

/** Runs `svc baselines list` below the repository, whose file names the suite and the service. */
async function suiteAskedFor(): Promise<{ suite: string | undefined; stderr: string }> {
  const service = kept(
    await startFakeService({ listBaselines: () => ({ refs: [], baselines: [], nextCursor: null }) }),
  );
  const { stderr } = await runSvc(['baselines', 'list'], {
    cwd: join(folder, 'packages/app'),
    env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url },
  });
  return { suite: service.of('listBaselines')[0]?.query.suite, stderr };
}

test.runIf(Boolean(process.features.typescript))(
  'svc.config.ts is found above the working directory and loaded by Node',
  async () => {
    write('packages/app/package.json', '{}');
    write('svc.config.ts', 'const config: { suite: string } = { suite: "typed" };\nexport default config;\n');
    expect(await suiteAskedFor()).toEqual({ suite: 'typed', stderr: '' });
  },
);

test('svc.config.js and svc.config.json are loaded, and two of them are refused', async () => {
  write('packages/app/package.json', '{}');
  write('package.json', '{"type": "module"}');
  write('svc.config.js', 'export default { suite: "scripted" };\n');
  expect(await suiteAskedFor()).toMatchObject({ suite: 'scripted' });
  write('packages/app/svc.config.json', '\ufeff{"suite": "nearest"}');
  expect(await suiteAskedFor()).toMatchObject({ suite: 'nearest' });
  const utf16 = Buffer.from('\ufeff{"suite": "wide"}', 'utf16le');
  writeFileSync(join(folder, 'packages/app/svc.config.json'), utf16);
  expect(await suiteAskedFor()).toMatchObject({ suite: 'wide' });
  write('packages/app/svc.config.mjs', 'export default {}');
  expect((await suiteAskedFor()).stderr).toMatch(
    /more than one configuration \(svc\.config\.mjs, svc\.config\.json\): keep one of them\n$/,
  );
});

test('a file that cannot be read is named, and help and completion do without it', async () => {
  write('packages/app/svc.config.json', '{"suite": ');
  expect((await suiteAskedFor()).stderr).toMatch(/^svc: svc\.config\.json: .*JSON/);
  const { code } = await runSvc(['completion', 'bash'], { cwd: join(folder, 'packages/app') });
  expect(code).toBe(0);
});
