import { join } from 'node:path';
import { openBlobs } from '../openBlobs.js';
import { readSecret } from '../readSecret.js';
import { backUp, type MadeBackup } from '../service/backup/backUp.js';
import { fingerprintOf } from '../service/backup/fingerprintOf.js';
import { describeBytes, describeCount } from '../service/backup/Progress.js';
import { removeOldBackups } from '../service/backup/removeOldBackups.js';
import { openBackups } from './backups/openBackups.js';
import type { CommandContext } from './CommandContext.js';
import { createProgress } from './createProgress.js';
import { printDamage } from './printDamage.js';

/** `svc-server backup` */
export async function makeBackup(
  { config, withPool, print }: CommandContext,
  place: string,
  keep: number | undefined,
): Promise<void> {
  const settings = config();
  const { dataDir, secret } = settings;
  const store = await openBackups(place, settings);
  const blobs = await openBlobs(settings, async () => {});
  const secretFingerprint = fingerprintOf(readSecret(secret, dataDir));
  const damaged = await withPool(async (_database, pool) => {
    const made = await backUp({ pool, blobs, secretFingerprint }, store, createProgress(print));
    describeBackup(made, place, print);
    print(
      secret === null
        ? `The secret is not in it: keep ${join(dataDir, 'secret')} elsewhere. A restore needs it.`
        : 'The secret is not in it: keep SVC_SECRET elsewhere. A restore needs it.',
    );
    if (keep !== undefined) {
      const removed = await removeOldBackups(pool, store, keep);
      print(
        `Removed ${removed.backups} older backups, and ${describeCount(removed.blobs)} images and files of theirs.`,
      );
    }
    return made.outcome.damaged;
  });
  if (printDamage(damaged, print)) print('The backup is complete but for these. See `svc-server verify`.');
}

function describeBackup(
  { name, manifest, outcome }: MadeBackup,
  place: string,
  print: CommandContext['print'],
): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const copied = outcome.blobs - outcome.skipped - outcome.damaged.length;
  print(
    `Backup ${name} is in ${place}: ${describeCount(rows)} rows of ${manifest.tables.length} tables, and ${describeCount(manifest.blobs.count)} ` +
      `images and files, of which ${describeCount(copied)} (${describeBytes(outcome.bytes)}) were copied now.`,
  );
}
