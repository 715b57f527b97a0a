import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Packs the clients, which tests install and whose declarations they read. */
export default function packClients(): void {
  const script = fileURLToPath(new URL('../../scripts/build-clients.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
