import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serviceFlags } from '../scripts/setup/serviceFlags.mjs';

const program = fileURLToPath(new URL('../apps/server/bin/svc-server.js', import.meta.url));

/**
 * Starts a service with a database of its own, which is removed when it stops.
 * @param env settings beside those that every bench needs
 */
export async function startService(env) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  // As root, the database is another user's, who has to get through here.
  chmodSync(folder, 0o711);
  const readyFile = join(folder, 'ready.json');
  const service = spawn(process.execPath, [...serviceFlags, program], {
    env: {
      ...process.env,
      SVC_PORT: '0',
      SVC_DATA_DIR: folder,
      SVC_BOOTSTRAP_PROJECT: 'bench/bench',
      SVC_READY_FILE: readyFile,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => service.once('exit', resolve));
  while (!existsSync(readyFile)) {
    if (service.exitCode !== null) throw new Error('the service did not start');
    await sleep(50);
  }
  await sleep(100);
  const { url, apiKey } = JSON.parse(readFileSync(readyFile, 'utf8'));
  return {
    url,
    apiKey,
    async stop() {
      service.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
