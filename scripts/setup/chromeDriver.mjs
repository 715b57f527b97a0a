import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root, runProgram, step } from './runProgram.mjs';

const folder = path.join(root, '.cache/chromedriver');
const unpacked = path.join(folder, 'usr/bin/chromedriver');

/**
 * A chromedriver for tests of WebDriver clients: `SVC_CHROMEDRIVER_PATH`, the system's, or Debian's, which is unpacked and not
 * installed, since it would bring another Chromium along.
 *
 * @returns {Promise<string | null>} its path; null where there is none, which is said
 */
export async function findOrUnpackChromeDriver() {
  const { SVC_CHROMEDRIVER_PATH: named } = process.env;
  const found = [named, '/usr/bin/chromedriver', unpacked].find((file) => file && existsSync(file));
  if (found) return found;
  try {
    mkdirSync(folder, { recursive: true });
    const options = { cwd: folder, quiet: true, timeout: 10 * 60_000 };
    await step('Unpacking Debian’s chromedriver', async () => {
      await runProgram('apt-get', ['update'], options).catch(() => {});
      await runProgram('apt-get', ['download', 'chromium-driver'], options);
      const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.deb'));
      await runProgram('dpkg-deb', ['-x', archive, '.'], options);
    });
    return unpacked;
  } catch (error) {
    console.error(`There is no chromedriver, so Selenium is not tested: ${error.message}`);
    return null;
  }
}
