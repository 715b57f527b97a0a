import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tarballOf } from '../clients/tarballs.js';
import { runOnMain, useService } from './useService.js';

const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));

/**
 * MIT, and all that it needs is on npm. Its component tests take screenshots of elements, in light and dark, at several sizes.
 * It keeps them as AVIF, which no version of Playwright compares. So Playwright alone takes them first, on this machine and with
 * this browser: these are the images that are imported, and the first run of the plugin shows none of them as changed.
 */
const commit = '69c045016bda78a6c91fe0e553c0b73953e5153f';
const files = [
  'drawerShowcase',
  'markdownShowcase',
  'popoverImageWidth',
  'renderTargetShowcase',
  'visualShowcase',
];
/** The titles of its tests that take screenshots. */
const grep = 'visual snapshot|visual comparison|popover with (miss|partial|verified)';
const testOptions = { timeout: 900_000 };

// `npm run test:public-plugins` sets this: where the repository is cloned from.
const repository = process.env.SVC_PUBLIC_REPOSITORY;

describe.skipIf(!repository)('deepcitation, whose tests are left as they are', () => {
  const shared = useService(async (scratch) => {
    const run = async (program: string, ...args: string[]) => {
      const { code, output } = await scratch.run(program, args, process.env);
      if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`);
    };
    await run('git', 'init', '--quiet');
    await run('git', 'fetch', '--quiet', repository ?? '', '+refs/heads/*:refs/heads/*');
    await run('git', 'checkout', '--quiet', '--force', '--detach', commit);
    const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--legacy-peer-deps'];
    await run('npm', 'install', ...flags);
    await run('npm', 'install', ...flags, '--no-save', tarballOf('playwright'));
    // The browser of these tests, in place of one that Playwright downloads.
    const local = `import config from './playwright-ct.config';
const launchOptions = { executablePath: process.env.SVC_BROWSER_PATH };
const local = { ...config, reporter: 'line', workers: 2, use: { ...config.use, launchOptions } };
`;
    scratch.write('own.config.ts', `${local}export default local;\n`);
    scratch.write(
      'svc.config.ts',
      `import { withSvc } from '@svc/playwright';\n${local}export default withSvc(local, { suite: 'deepcitation' });\n`,
    );
  });

  const run = (args: readonly string[], at: string) => runOnMain(shared, args, at);
  const git = async (...args: string[]) => (await shared.scratch.run('git', args, process.env)).output;
  /** Everything beside the caches of tools. */
  const written = () =>
    git('status', '--porcelain', '--ignored', '--', 'tests', 'src', 'playwright/*.html', 'playwright/*.tsx');

  test('its screenshots are imported, and every one is compared in the first run', testOptions, async () => {
    const cli = 'node_modules/@playwright/experimental-ct-react/cli.js';
    const tests = [cli, 'test', ...files, `--grep=${grep}`];
    const made = await run([...tests, '--config=own.config.ts', '--update-snapshots=all'], 'c0ffee01');
    expect(made.code, made.output).toBe(0);
    const before = await written();
    expect(before).toContain('-snapshots/');

    const line = [...tests, '--config=svc.config.ts'];
    const imported = await run([svc, 'import', 'playwright', '--', process.execPath, ...line], 'c0ffee01');
    expect(imported.code, imported.output).toBe(0);
    const [, count, all] = /(\d+) of (\d+) captured and set as baselines/.exec(imported.output) ?? [];
    expect(count, imported.output).toBe(all);
    expect(Number(count)).toBeGreaterThan(20);

    const first = await run(line, 'c0ffee02');
    expect(first.code, first.output).toBe(0);
    expect(first.output).toContain(`svc: ${count} snapshots of main at c0ffee02: ${count} unchanged`);
    expect(await written(), 'written into the repository').toBe(before);
    expect(await git('diff', 'HEAD', '--name-only', '--', 'tests', 'src')).toBe('');
  });
});
