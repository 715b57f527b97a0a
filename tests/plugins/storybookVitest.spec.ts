import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { buildExample } from '../capture/buildExample.js';
import { svc } from '../service/svc.js';
import {
  configureAddonVitest,
  installAddonVitest,
  runVitest,
  vitestLine,
  writeManyStories,
} from './storybookVitestRuns.js';
import { useService } from './useService.js';

const program = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));
const longest = { timeout: 900_000 };

// `npm run test:plugins` sets this: the addon itself, from the registry.
describe.skipIf(process.env.SVC_PLUGINS !== 'all').each([
  ['5.1.1', '10.6.7'],
  ['4.1.0', '10.6.7'],
])('@storybook/addon-vitest on Vitest %s', (vitest, storybook) => {
  const shared = useService((scratch) => installAddonVitest(scratch, { vitest, storybook }));
  const envOf = (commit: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    SVC_API_URL: shared.server.url,
    SVC_API_KEY: shared.server.apiKey ?? '',
    SVC_BRANCH: 'main',
    SVC_COMMIT: commit,
    SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
    SVC_EXAMPLE_VERSION: '1',
    ...env,
  });
  const run = (commit: string, env: NodeJS.ProcessEnv = {}, ...flags: string[]) =>
    runVitest(shared.scratch, vitestLine('run', ...flags), envOf(commit, env));
  const configure = (options: object) => configureAddonVitest(shared.scratch, JSON.stringify(options));
  /** One story, which has no modes. */
  const one = ['-t', 'Primary'];

  test('what the fleet captured is unchanged in tests; what changes is shown', longest, async () => {
    const folder = await buildExample('storybook', '1');
    const args = ['stories-a', folder, '--suite', 'book', '--auto-baseline'];
    const captured = await svc(args, envOf('c0ffee01'));
    expect(captured.code, captured.stdout + captured.stderr).toBe(0);

    configure({ suite: 'book' });
    const same = await run('c0ffee02');
    expect(same.code, same.output).toBe(0);
    // The fleet moves the time of a story on that has an interval.
    expect(same.output).toContain('svc: 25 snapshots of main at c0ffee02: 24 unchanged, 1 changed');
    expect(same.output).toContain('svc:   changed: Insights/Departure');

    configure({ suite: 'book', mode: 'assert' });
    const changed = await run('c0ffee03', { SVC_EXAMPLE_VERSION: '2' });
    expect(changed.code, changed.output).toBe(1);
    expect(changed.output).toMatch(/Error: svc: changed: Components\/Button\/\w+ \(\d+\.\d\d % of pixels\)/);
    expect(changed.output).toMatch(/review: http:/);
  });

  test('a build that is there already is used', longest, async () => {
    configure({ suite: 'built', storybook: await buildExample('storybook', '1') });
    const built = await run('c0ffee01', {}, ...one);
    expect(built.output).toContain('svc: 1 snapshot of main at c0ffee01: 1 new');
    expect(built.code).toBe(0);
  });

  test('shards are parts of one run', longest, async () => {
    configure({ suite: 'parts' });
    const counts: number[] = [];
    for (const shard of ['1/2', '2/2']) {
      const { code, output } = await run('c0ffee01', { SVC_RUN_KEY: 'r1' }, `--shard=${shard}`);
      expect(code, output).toBe(0);
      counts.push(Number(/svc: (\d+) snapshots? of main/.exec(output)?.[1]));
    }
    expect(counts.every((count) => count > 0)).toBe(true);
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(25);
  });

  test('a story that fails has no picture, and its retry has one', longest, async () => {
    configure({ suite: 'tries' });
    shared.scratch.write(
      'src/Tries.stories.tsx',
      `let attempts = 0;
export default { title: 'Tries' };
export const Second = {
  render: () => <p>second</p>,
  play: async () => {
    attempts += 1;
    if ('__vitest_browser__' in globalThis && attempts === 1) throw new Error('the first attempt');
  },
};
export const Never = { render: () => <p>never</p>, play: async () => { throw new Error('each attempt'); } };
`,
    );
    const { code, output } = await run('c0ffee01', {}, '--retry=1', 'Tries');
    expect(code, output).toBe(1);
    expect(output).toContain('svc: 1 snapshot of main at c0ffee01: 1 new');
    expect(output).toContain('svc:   new: Tries/Second');
    shared.scratch.write('src/Tries.stories.tsx', "export default { title: 'Tries', tags: ['!test'] };\n");
  });

  test('no key, no service and no Storybook lose no test', longest, async () => {
    configure({ suite: 'lost' });
    const keyless = await run('c0ffee01', { SVC_API_KEY: '' });
    expect(keyless.code, keyless.output).toBe(0);
    expect(keyless.output).toContain('svc: no API key: set SVC_API_KEY');

    // Of this run alone: what it builds is gone in the end.
    const temporary = join(shared.scratch.folder, 'temporary');
    mkdirSync(temporary, { recursive: true });
    const env = { SVC_API_URL: 'http://127.0.0.1:9', TMPDIR: temporary };
    const down = await run('c0ffee01', env, ...one);
    expect(down.code, down.output).toBe(1);
    expect(down.output).toContain('1 snapshot was not uploaded');
    expect(down.output).toMatch(/Tests +1 passed/);
    expect(readdirSync(temporary).filter((name) => name.startsWith('svc-'))).toEqual([]);

    for (const [onUploadError, code] of [
      ['fail', 1],
      ['warn', 0],
    ] as const) {
      configure({ suite: 'lost', configDir: 'nowhere', onUploadError });
      const unbuilt = await run('c0ffee01', {}, ...one);
      expect(unbuilt.code, unbuilt.output).toBe(code);
      expect(unbuilt.output).toMatch(/svc: no story has a picture: there is no folder \S+nowhere/);
      expect(unbuilt.output).toMatch(/Tests +1 passed/);
    }
  });

  test('a bad configuration says what is wrong', longest, async () => {
    configure({ suit: 'book' });
    const { code, output } = await run('c0ffee01');
    expect(code, output).toBe(1);
    expect(output).toContain('unknown option "suit"; the options are suite,');
  });

  test('while Vitest watches, snapshots are uploaded in a local run alone', longest, async () => {
    configure({ suite: 'watched', mode: 'report' });
    const watch = vitestLine('--watch', ...one);
    expect(await watched(watch, /Vitest watches/)).toContain('uploaded with `svc local` only');
    const local = [program, 'local', '--', process.execPath, ...watch];
    expect(await watched(local, /snapshots? of main/)).toContain('1 snapshot of main at c0ffee01: 1 new');
  });

  /** Ends a program that does not end, once it has said something. */
  async function watched(line: string[], said: RegExp): Promise<string> {
    const child = spawn(process.execPath, line, {
      cwd: shared.scratch.folder,
      env: { ...process.env, ...envOf('c0ffee01') },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    try {
      await expect.poll(() => stripVTControlCharacters(output), { timeout: 300_000 }).toMatch(said);
    } finally {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    }
    return stripVTControlCharacters(output);
  }

  test('500 snapshots arrive, and are unchanged in the next run', longest, async () => {
    configure({ suite: 'many' });
    writeManyStories(shared.scratch, 500);
    for (const [commit, said] of [
      ['c0ffee01', '500 new'],
      ['c0ffee02', '500 unchanged'],
    ] as const) {
      const { code, output } = await run(commit, { SVC_AUTO_APPROVE: 'true' });
      expect(code, output.slice(-4_000)).toBe(0);
      expect(output).toContain(`svc: 500 snapshots of main at ${commit}: ${said}`);
    }
  });
});
