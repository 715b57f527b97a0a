import type { Command } from 'commander';
import type { CommandContext } from './CommandContext.js';

/** The command that upgrades the embedded database. */
export function addUpgrade(program: Command, context: CommandContext): void {
  program
    .command('upgrade')
    .summary('bring the embedded database to the major version of PostgreSQL that comes with svc')
    .description(
      'Brings the embedded PostgreSQL to the major version of the programs that come with svc, or that SVC_PG_BIN names. Copies all ' +
        'rows into a new cluster, compares them, and keeps the old cluster beside it.',
    )
    .option('--old-bin <folder>', 'programs of the old version (default: from the data folder or the system)')
    .addHelpText(
      'after',
      '\nStop the service first. The command needs free disk space for a second copy of the database. If it is interrupted, nothing is lost: run it again.',
    )
    .action(async (options) => (await import('./upgrade.js')).upgrade(context, options));
}
