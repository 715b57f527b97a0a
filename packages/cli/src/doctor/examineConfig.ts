import type { FoundConfig } from '../SvcConfig.js';
import { type Finding, ok } from './Finding.js';

/** Reads the configuration file, and says what is wrong with it. */
export async function examineConfig(
  read: () => Promise<FoundConfig | null>,
): Promise<{ finding: Finding; config: FoundConfig | null }> {
  try {
    const config = await read();
    const message = config ? `${config.file} is valid` : 'no svc.config file; it is optional';
    return { finding: ok('configuration', message), config };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const advice = 'correct the file: docs/terminal.md lists its fields';
    return { finding: { name: 'configuration', status: 'failed', message: text, advice }, config: null };
  }
}
