import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { type ProcessRole, processRoles } from '../domain/processRoles.js';
import { ConfigError } from '../settings/ConfigError.js';
import { misspelledSettings } from '../settings/misspelledSettings.js';
import { type Service, startService } from '../startService.js';
import { useOwnTemporaryFolder } from '../temporaryFolder.js';
import type { CommandContext } from './CommandContext.js';
import { checkRoot } from './checkRoot.js';

/** Milliseconds after which a service that cannot end is ended. */
const stopPatience = 45_000;

/**
 * By how many percent the heap may grow until garbage is collected. Images on their way fill it with what is held for a
 * moment, and by V8's own measure it grows to several times of what is in use.
 */
const heapGrowth = 40;

/**
 * Runs the service until it is interrupted.
 * @param ownRoles instead of `SVC_ROLES`
 */
export async function start({ config, print }: CommandContext, ownRoles?: string): Promise<void> {
  const settings = config(ownRoles === undefined ? {} : { SVC_ROLES: ownRoles });
  const { bootstrapProject, readyFile } = settings;
  const asRoot = checkRoot({
    isRoot: process.getuid?.() === 0,
    environment: process.env.NODE_ENV,
    allowRoot: settings.allowRoot,
    hasEmbeddedDatabase: settings.databaseUrl === null,
  });
  if (asRoot) print(asRoot);
  for (const sentence of misspelledSettings(process.env)) print(`Warning: ${sentence}`);
  useOwnTemporaryFolder();
  setFlagsFromString(`--heap-growing-percent=${heapGrowth}`);
  let service: Service | null = null;
  stopOnSignal(() => service, print);
  service = await startService(settings, print);
  print(readyText(settings.roles, service.url));
  if (service.apiKey) print(`API key of ${bootstrapProject} (shown once): ${service.apiKey}`);
  if (service.signInUrl) print(`Sign in once with: ${service.signInUrl}`);
  if (readyFile) {
    const { url, signInUrl, apiKey } = service;
    try {
      writeReadyFile(readyFile, JSON.stringify({ url, signInUrl, apiKey }));
    } catch (error) {
      // Those who wait for the file would do so forever.
      await service.stop();
      throw error;
    }
  }
}

/** @throws ConfigError when it cannot be written */
function writeReadyFile(file: string, text: string): void {
  // Who waits for the file reads all of it.
  const unfinished = `${file}.tmp`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch (error) {
    throw new ConfigError(`SVC_READY_FILE cannot be written: ${(error as Error).message}`);
  }
}

function readyText(own: readonly ProcessRole[], url: string | null): string {
  const isAll = processRoles.every((role) => own.includes(role));
  const part = isAll ? '' : ` (${own.join(', ')})`;
  return url === null ? `svc is ready${part}` : `svc is ready at ${url}${part}`;
}

/** The first signal lets requests finish; the second one, and one before the service runs, ends the process at once. */
function stopOnSignal(running: () => Service | null, print: (line: string) => void): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    print('Stopping …');
    setTimeout(() => process.exit(1), stopPatience).unref();
    try {
      await running()?.stop();
      process.exit(0);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}
