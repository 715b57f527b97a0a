import type { Command } from 'commander';
import type { CommandContext } from './CommandContext.js';

/** The command that upgrades the embedded database. */
export function addUpgrade(program: Command, context: CommandContext): void {
  program
    .command('upgrade')
    .summary('bring the embedded database to the major version of PostgreSQL that comes with svc')
    .description(
      'Brings the embedded PostgreSQL to the major version of the programs that come with svc, or that SVC_PG_BIN names. Copies all ' +
        'rows into a new cluster, compares them, and puts the old one aside, where it stays.',
    )
    .option(
      '--old-bin <folder>',
      'programs of the old version; looked for in the data folder and where systems put them',
    )
    .addHelpText(
      'after',
      '\nThe service must not run. Takes as much room as the database. Interrupted, the command can be repeated: nothing is lost.',
    )
    .action(async (options) => (await import('./upgrade.js')).upgrade(context, options));
}
