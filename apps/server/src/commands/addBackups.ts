import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from './CommandContext.js';

const exitCodes =
  '\nExit code: 0 if everything is complete and intact, 1 if something is missing or damaged.';

const buckets = `To a bucket, with SVC_S3_ENDPOINT, SVC_S3_REGION and the other S3 settings:
  svc-server backup s3://svc-backups/nightly
To a bucket on another store, with a profile from AWS's configuration files:
  svc-server backup 's3://svc-backups?endpoint=https://s3.example.com&region=eu-1&profile=backups'`;

/** The commands about backups. */
export function addBackups(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .summary('copy the database and all images to a folder or bucket, even while the service runs')
    .description(
      'Makes a backup while the service runs: a consistent copy of the database, and every image and file that it refers to. ' +
        'A folder or bucket holds many backups, which share their images: images from an earlier backup are not copied again.',
    )
    .argument('<place>', 'where backups are kept: a folder, best on another disk, or s3://bucket/prefix')
    .option('--keep <count>', 'afterwards, remove all but this many of the newest backups', readCount)
    .addHelpText(
      'after',
      `\nThe secret of the deployment (SVC_SECRET, or the file \`secret\` in SVC_DATA_DIR) is not in the backup, because it decrypts the tokens in it. Keep it in another place: a restore needs it.
${exitCodes}
A backup with missing images is kept, too.

Every night, keeping two weeks:
  svc-server backup /mnt/backups/svc --keep 14

${buckets}`,
    )
    .action(async (place, { keep }) => (await import('./makeBackup.js')).makeBackup(context, place, keep));

  program
    .command('restore')
    .summary('restore a backup into an empty deployment')
    .description(
      'Restores the newest backup of a folder or bucket into an empty deployment: a new SVC_DATA_DIR, or an empty database in DATABASE_URL. ' +
        'Checks the backup first, and changes nothing if it is damaged. Brings a backup of an older version up to date.',
    )
    .argument('<place>', 'where backups are kept: a folder, or s3://bucket/prefix')
    .option('--at <backup>', 'restore this one, such as 20260131T235959.123Z')
    .option('--partial', 'restore the rest if images of the backup are missing or damaged', false)
    .addHelpText(
      'after',
      `\nStop the service first. If the command is interrupted, run it again.
${exitCodes}

Restore to a new folder, and start there:
  mkdir /srv/svc && cp secret /srv/svc/secret
  SVC_DATA_DIR=/srv/svc svc-server restore /mnt/backups/svc
  SVC_DATA_DIR=/srv/svc svc-server start`,
    )
    .action(async (place, options) => (await import('./restore.js')).restore(context, place, options));

  program
    .command('verify')
    .summary('check that every image is present and intact')
    .description(
      'Reads every image and file that the database refers to, and compares it with its hash. With a place, checks the images, files and ' +
        'database copy of a backup instead. Lists what is missing or damaged.',
    )
    .argument('[place]', 'where backups are kept; without it, the deployment itself is checked')
    .option('--at <backup>', 'check this backup instead of the newest one')
    .addHelpText(
      'after',
      `\n${exitCodes.trim()}\nDamaged files are set aside, and the next upload or backup of the same bytes replaces them. Until then, a second check reports them as missing.`,
    )
    .action(async (place, { at }) => (await import('./verify.js')).verify(context, place, at));
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return count;
}
