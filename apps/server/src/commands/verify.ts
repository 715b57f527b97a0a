import { openBlobs } from '../openBlobs.js';
import { describeBytes, describeCount } from '../service/backup/Progress.js';
import { verifyBackup } from '../service/backup/verifyBackup.js';
import { verifyDeployment } from '../service/backup/verifyDeployment.js';
import { findBackups } from './backups/openBackups.js';
import type { CommandContext } from './CommandContext.js';
import { createProgress } from './createProgress.js';
import { printDamage } from './printDamage.js';

/** `svc-server verify` */
export async function verify(
  context: CommandContext,
  place: string | undefined,
  at: string | undefined,
): Promise<void> {
  await (place === undefined ? checkDeployment(context) : checkBackup(context, place, at));
}

async function checkDeployment({ config, withDatabase, print }: CommandContext): Promise<void> {
  const blobs = await openBlobs(config(), async () => {});
  const found = await withDatabase((database) =>
    verifyDeployment({ database, blobs }, createProgress(print)),
  );
  if (printDamage(found.damaged, print)) {
    print(
      `${found.damaged.length} of ${describeCount(found.blobs)} images and files are missing or damaged.`,
    );
    return;
  }
  print(
    `All ${describeCount(found.blobs)} images and files are there and whole (${describeBytes(found.bytes)}).`,
  );
}

async function checkBackup(
  { config, print }: CommandContext,
  place: string,
  at: string | undefined,
): Promise<void> {
  const store = await findBackups(place, config());
  const { name, manifest, files, blobs } = await verifyBackup(store, at, createProgress(print));
  for (const problem of files) print(problem);
  if (files.length > 0) process.exitCode = 1;
  if (blobs === null) print('Images and files were not checked: the list of them is damaged.');
  else printDamage(blobs.damaged, print);
  const isWhole = files.length === 0 && blobs?.damaged.length === 0;
  print(
    isWhole
      ? `Backup ${name} is whole: ${manifest.tables.length} tables, ${describeCount(manifest.blobs.count)} images and files.`
      : `Backup ${name} is damaged.`,
  );
}
