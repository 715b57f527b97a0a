import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from './CommandContext.js';

const exitCodes = '\nExit code: 0 when all is there and whole, 1 when something is missing or damaged.';

const buckets = `To a bucket, which SVC_S3_ENDPOINT, SVC_S3_REGION and the other settings of S3 say how to reach:
  svc-server backup s3://svc-backups/nightly
To one elsewhere, with the credentials of a profile of AWS's configuration files:
  svc-server backup 's3://svc-backups?endpoint=https://s3.example.com&region=eu-1&profile=backups'`;

/** The commands about backups. */
export function addBackups(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .summary('copy the database and all images to a folder or bucket, also while the service runs')
    .description(
      'Makes a backup while the service runs: the database as it is at one moment, and every image and file that it names then. ' +
        'A folder or bucket holds many backups, which share their images: those that an earlier one has put there are not copied again.',
    )
    .argument('<place>', 'where backups are kept: a folder, best on another disk, or s3://bucket/prefix')
    .option('--keep <count>', 'remove all but so many of the newest backups afterwards', readCount)
    .addHelpText(
      'after',
      `\nThe secret of the deployment (SVC_SECRET, or the file \`secret\` in SVC_DATA_DIR) is not in the backup, since it opens the tokens that are. Keep it elsewhere: a restore needs it.
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
        'Checks the backup first, and changes nothing where it is damaged. A backup of an older version is brought up to date.',
    )
    .argument('<place>', 'where backups are kept: a folder, or s3://bucket/prefix')
    .option('--at <backup>', 'restore this one, such as 20260131T235959.123Z')
    .option('--partial', 'restore what is left where images of the backup are missing or damaged', false)
    .addHelpText(
      'after',
      `\nThe service must not run. Interrupted, the command can be repeated.
${exitCodes}

Restore to a new folder, and start there:
  mkdir /srv/svc && cp secret /srv/svc/secret
  SVC_DATA_DIR=/srv/svc svc-server restore /mnt/backups/svc
  SVC_DATA_DIR=/srv/svc svc-server start`,
    )
    .action(async (place, options) => (await import('./restore.js')).restore(context, place, options));

  program
    .command('verify')
    .summary('check that every image is there and whole')
    .description(
      'Reads every image and file that the database names and compares it with its hash; with a place of backups, those of a backup and its ' +
        'copy of the database. Names what is missing or damaged.',
    )
    .argument('[place]', 'where backups are kept; the deployment itself unless given')
    .option('--at <backup>', 'check this backup instead of the newest one')
    .addHelpText(
      'after',
      `\n${exitCodes.trim()}\nDamaged files are set aside, so that the next upload or backup of the same bytes puts them right; a second check calls them missing.`,
    )
    .action(async (place, { at }) => (await import('./verify.js')).verify(context, place, at));
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return count;
}
