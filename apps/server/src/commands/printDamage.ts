import type { DamagedBlob } from '../service/backup/eachBlob.js';

/**
 * Names damaged blobs, and has the process end with 1 where there are any.
 * @returns whether there are
 */
export function printDamage(
  damaged: readonly (DamagedBlob & { uses?: string[] })[],
  print: (line: string) => void,
): boolean {
  for (const { hash, problem, uses = [] } of damaged)
    print(`${problem}: ${hash}${uses.length === 0 ? '' : ` (${uses.join(', ')})`}`);
  if (damaged.length > 0) process.exitCode = 1;
  return damaged.length > 0;
}
