import { runDoctor } from '../runDoctor.js';
import { misspelledSettings } from '../settings/misspelledSettings.js';
import { useOwnTemporaryFolder } from '../temporaryFolder.js';
import type { CommandContext } from './CommandContext.js';

/** `svc-server doctor`: exit code 1 when captures do not work. */
export async function examine({ config, withDatabase, print }: CommandContext): Promise<void> {
  useOwnTemporaryFolder();
  for (const sentence of misspelledSettings(process.env)) print(`! settings      ${sentence}`);
  if (!(await runDoctor(config(), { withDatabase, say: print }))) process.exitCode = 1;
}
