import { openBlobs } from '../openBlobs.js';
import { findSecret } from '../readSecret.js';
import { fingerprintOf } from '../service/backup/fingerprintOf.js';
import { describeCount } from '../service/backup/Progress.js';
import { restoreBackup } from '../service/backup/restoreBackup.js';
import { findBackups } from './backups/openBackups.js';
import type { CommandContext } from './CommandContext.js';
import { createProgress } from './createProgress.js';
import { printDamage } from './printDamage.js';

/** `svc-server restore` */
export async function restore(
  { config, withPool, print }: CommandContext,
  place: string,
  { at, partial }: { at?: string; partial: boolean },
): Promise<void> {
  const settings = config();
  const { dataDir, secret } = settings;
  const store = await findBackups(place, settings);
  const found = findSecret(secret, dataDir);
  const { name, manifest, outcome } = await withPool(
    async (database, pool) =>
      restoreBackup(
        {
          database,
          pool,
          blobs: await openBlobs(settings, async () => {}),
          secretFingerprint: found === null ? null : fingerprintOf(found),
        },
        store,
        { name: at, isPartial: partial },
        createProgress(print),
      ),
    true,
  );
  print(
    `Restored ${name}, which svc ${manifest.version} made: ${manifest.tables.length} tables, and ` +
      `${describeCount(outcome.blobs - outcome.damaged.length)} images and files. Start the service.`,
  );
  printDamage(outcome.damaged, print);
}
