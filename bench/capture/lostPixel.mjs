import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Lost Pixel with the settings it comes with, on the same browser. It is installed elsewhere:
 * `PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --ignore-scripts lost-pixel@3.22.0`.
 * @param installed the folder in which it was installed
 * @returns how many images it took
 */
export async function lostPixel({ installed, browserPath, port, pages }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-peer-'));
  const baseline = join(work, 'baseline');
  mkdirSync(baseline);
  const config = {
    storybookShots: { storybookUrl: `http://127.0.0.1:${port}` },
    generateOnly: true,
    failOnDifference: false,
    shotConcurrency: pages,
    imagePathBaseline: baseline,
    imagePathCurrent: join(work, 'current'),
    imagePathDifference: join(work, 'difference'),
    browserLaunchOptions: {
      chromium: { executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] },
    },
  };
  writeFileSync(join(work, 'lostpixel.config.js'), `module.exports = { config: ${JSON.stringify(config)} };`);
  const cli = resolve(installed, 'node_modules/lost-pixel/dist/bin.js');
  const child = spawn(process.execPath, [cli, 'local', 'update'], {
    cwd: work,
    env: { ...process.env, LOST_PIXEL_DISABLE_TELEMETRY: '1' },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const taken = readdirSync(baseline, { recursive: true }).filter((name) => name.endsWith('.png')).length;
  rmSync(work, { recursive: true });
  if (taken === 0) throw new Error('Lost Pixel took no images');
  return taken;
}
