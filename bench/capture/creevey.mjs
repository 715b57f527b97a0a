import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Creevey with the settings it comes with, which image the story's element, on the same browser. It is installed elsewhere:
 * `npm install --ignore-scripts creevey@0.10.34 playwright-core@1.65.1 storybook@10.6.7 tsx@4.20.6`
 * (it starts with no newer `tsx` on Node 20).
 * @param installed the folder in which it was installed
 * @returns how many images it took
 */
export async function creevey({ installed, browserPath, port, pages }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-peer-'));
  const report = join(work, 'report');
  symlinkSync(resolve(installed, 'node_modules'), join(work, 'node_modules'));
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
  const config = {
    useDocker: false,
    storybookUrl: `http://127.0.0.1:${port}`,
    reportDir: report,
    screenDir: join(work, 'images'),
    browsers: {
      chromium: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 720 },
        limit: pages,
        playwrightOptions: { executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] },
      },
    },
  };
  writeFileSync(
    join(work, 'creevey.config.mjs'),
    `import { PlaywrightWebdriver } from 'creevey/playwright';
export default { ...${JSON.stringify(config)}, webdriver: PlaywrightWebdriver };`,
  );
  const cli = join(work, 'node_modules/creevey/dist/cli.js');
  const child = spawn(process.execPath, [cli, 'test', '-c', 'creevey.config.mjs'], {
    cwd: work,
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const taken = readdirSync(report, { recursive: true }).filter((name) => name.endsWith('.png')).length;
  rmSync(work, { recursive: true });
  if (taken === 0) throw new Error('Creevey took no images');
  return taken;
}
