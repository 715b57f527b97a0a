import { CommanderError } from 'commander';
import type { CommandContext } from './commands/CommandContext.js';
import { createProgram } from './commands/createProgram.js';
import { DatabaseUnavailable } from './domain/DatabaseUnavailable.js';
import { OtherBlobs } from './domain/OtherBlobs.js';
import { StorageUnavailable } from './domain/StorageUnavailable.js';
import { BackupRefused } from './service/backup/BackupRefused.js';
import { ConfigError } from './settings/ConfigError.js';
import { readConfig } from './settings/readConfig.js';
import { PostgresError } from './store/postgres/PostgresError.js';
import { OtherDatabase } from './store/requireSameDatabase.js';
import { isSchemaError } from './store/schemaErrors.js';

const exitCodes = { failure: 1, usage: 2 };

const context: CommandContext = {
  config: (instead) => readConfig({ ...process.env, ...instead }),
  withDatabase: async (use) =>
    (await import('./commands/withDatabase.js')).withDatabase(readConfig(process.env), use),
  withPool: async (use, isBare) =>
    (await import('./commands/withDatabase.js')).withPool(readConfig(process.env), use, isBare),
  openVault: async () => (await import('./commands/openVault.js')).openVault(readConfig(process.env)),
  openCodeHosts: async () => {
    const config = readConfig(process.env);
    if (config.proxies)
      await (await import('./proxy/sendThroughProxies.js')).sendThroughProxies(config.proxies);
    return (await import('./openCodeHosts.js')).openCodeHosts(config);
  },
  print: (line) => process.stdout.write(`${line}\n`),
  input: process.stdin,
};

/** Output that cannot be written, since its disk is full or its reader is gone, must not end a service. */
function survivePrintErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Runs `svc-server` with its arguments. */
export async function main(args: string[]): Promise<void> {
  survivePrintErrors();
  try {
    await createProgram(context).parseAsync(args.length === 0 ? ['start'] : args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has said what is wrong, or has printed the help that was asked for.
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      return;
    }
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = exitCodes.failure;
  }
}

/** Errors whose messages need no stack trace: they say what to do. */
const explained = [BackupRefused, ConfigError, OtherBlobs, OtherDatabase, PostgresError, StorageUnavailable];

function describe(error: unknown): string {
  if (isSchemaError(error) || explained.some((kind) => error instanceof kind))
    return (error as Error).message;
  if (error instanceof DatabaseUnavailable) return `The database cannot be used: ${reasonOf(error.cause)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Where a host has several addresses, each attempt has a reason, and the whole has none. */
const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError && cause.message === ''
    ? cause.errors.map(reasonOf).join('; ')
    : cause instanceof Error
      ? cause.message
      : String(cause);
