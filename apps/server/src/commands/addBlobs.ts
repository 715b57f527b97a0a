import { Argument, type Command, InvalidArgumentError } from 'commander';
import { blobStoreNames } from '../domain/blobStoreNames.js';
import type { CommandContext } from './CommandContext.js';

/** `svc-server blobs …` */
export function addBlobs(program: Command, context: CommandContext): void {
  program
    .command('blobs')
    .description('stores of images, builds and traces')
    .command('copy')
    .summary('copy all blobs to another store')
    .description(
      'Copies every blob that the other store lacks, and verifies it by its hash. The service may run meanwhile. If a copy fails or is interrupted, run the command again to continue.',
    )
    .addArgument(new Argument('<from>', 'disk or s3').choices(blobStoreNames))
    .addArgument(new Argument('<to>', 'the other one').choices(blobStoreNames))
    .option('--parallel <number>', 'blobs to copy at the same time', readCount, 16)
    .addHelpText(
      'after',
      `
disk is \`blobs\` in SVC_DATA_DIR; s3 is the bucket of the SVC_S3_ settings. To move a running service:
  1. Restart it with SVC_BLOBS=disk,s3: new blobs go to both.
  2. svc-server blobs copy disk s3
  3. Restart it with SVC_BLOBS=s3.

Exit code: 0 if the other store has every blob, 1 if it does not.`,
    )
    .action(async (from, to, { parallel }) =>
      (await import('./printCopy.js')).printCopy(context, { from, to, parallel }),
    );
}

function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,3}$/.test(text) || count < 1 || count > 256)
    throw new InvalidArgumentError('It must be a whole number from 1 to 256.');
  return count;
}
