import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root, runProgram, step } from './runProgram.mjs';

const folder = path.join(root, '.cache/promtool');
const unpacked = path.join(folder, 'usr/bin/promtool');

/**
 * Prometheus' checker of metrics and rules: `SVC_PROMTOOL_PATH`, the system's, or Debian's, which is unpacked and not installed,
 * since it would start a server.
 *
 * @returns {Promise<string | null>} its path; null where there is none, which is said
 */
export async function findOrUnpackPromtool() {
  const { SVC_PROMTOOL_PATH: named } = process.env;
  const found = [named, '/usr/bin/promtool', unpacked].find((file) => file && existsSync(file));
  if (found) return found;
  try {
    mkdirSync(folder, { recursive: true });
    const options = { cwd: folder, quiet: true, timeout: 5 * 60_000 };
    await step('Unpacking Debian’s promtool', async () => {
      await runProgram('apt-get', ['update'], options).catch(() => {});
      await runProgram('apt-get', ['download', 'prometheus'], options);
      const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.deb'));
      await runProgram('dpkg-deb', ['-x', archive, '.'], options);
    });
    return unpacked;
  } catch (error) {
    console.error(`There is no promtool, so metrics and rules are not checked by it: ${error.message}`);
    return null;
  }
}
