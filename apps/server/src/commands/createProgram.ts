import { createRequire } from 'node:module';
import { Command } from 'commander';
import { processRoles } from '../domain/processRoles.js';
import { describeSettings } from '../settings/describeSettings.js';
import { addBackups } from './addBackups.js';
import { addBlobs } from './addBlobs.js';
import { addCodeHost } from './addCodeHost.js';
import { addUpgrade } from './addUpgrade.js';
import type { CommandContext } from './CommandContext.js';
import { readSlug } from './readSlug.js';

const { version } = createRequire(import.meta.url)('../../package.json');

/** Every command of `svc-server`. Each loads what it needs once it runs. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('svc-server')
    .description('Runs and administers the svc visual regression testing service.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', ({ command }) => `\n${settingsHelp(command)}`);

  program
    .command('start')
    .summary('start the service (what svc-server does without a command)')
    .description(
      'Starts the service and runs until it is interrupted. The first start prints a link to sign in with.',
    )
    .option(
      '--roles <roles>',
      `what this process does: ${processRoles.join(', ')} (default: SVC_ROLES, or all)`,
    )
    .addHelpText('after', '\nSettings are environment variables; `svc-server help` lists them.')
    .action(async ({ roles }) => (await import('./start.js')).start(context, roles));

  program
    .command('migrate')
    .summary('bring the schema of the database up to date')
    .description(
      'Brings the schema of the database up to date and ends. It is safe to run several at once. See SVC_MIGRATE.',
    )
    .action(async () => (await import('./migrateSchema.js')).migrateSchema(context));

  addUpgrade(program, context);

  program
    .command('keys')
    .description('API keys of a project')
    .command('create')
    .description('Prints a new API key with every scope. Creates the project if it does not exist.')
    .argument('<org/project>', 'project that the key belongs to', readSlug)
    .option('--name <name>', 'name of the key', 'cli')
    .action(async (slug, { name }) => (await import('./printNewKey.js')).printNewKey(context, slug, name));

  addBackups(program, context);
  addBlobs(program, context);
  addCodeHost(program, context);

  program
    .command('signing-key')
    .description('key that signs image URLs')
    .command('rotate')
    .description('Signs image URLs with a new key from now on. The old key stays valid for three days.')
    .option('--revoke', 'invalidate all image URLs handed out so far, within five minutes', false)
    .action(async ({ revoke }) => (await import('./rotateSigningKey.js')).rotateSigningKey(context, revoke));

  program
    .command('sign-in-link')
    .description('Prints a sign-in link for the owner of the installation. It works once, within 24 hours.')
    .action(async () => (await import('./printSignInLink.js')).printSignInLink(context));

  program
    .command('password-tries')
    .description(
      'Prints the accounts and addresses with failed sign-ins within the last day, and their delays.',
    )
    .action(async () => (await import('./printPasswordTries.js')).printPasswordTries(context));

  program
    .command('doctor')
    .summary('check the installation')
    .description(
      'Checks the data folder, the database, the browser and its environment, and takes a test image. Says what is missing and how to fix it.',
    )
    .addHelpText('after', '\nExit code: 0 if captures work, 1 if they do not.')
    .action(async () => (await import('./examine.js')).examine(context));

  return program;
}

function settingsHelp(command: Command): string {
  const help = command.createHelp();
  help.prepareContext({ helpWidth: process.stdout.columns ?? 100 });
  return `Settings are environment variables.\n\n${describeSettings((name, text) => help.formatItem(name, 27, text, help))}`;
}
