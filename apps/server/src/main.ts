import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectSlug, scope } from '@svc/schema';
import { codeHostCommand } from './codeHostCommand.js';
import { readSecret } from './readSecret.js';
import { type Running, runningFile } from './runningFile.js';
import { serverCaller } from './service/access/serverCaller.js';
import { createVault } from './service/createVault.js';
import { createKey } from './service/keys/createKey.js';
import { createLinks } from './service/links.js';
import { openKeyRing } from './service/openKeyRing.js';
import { rotateSigningKeyNow } from './service/rotateSigningKey.js';
import type { Config } from './settings/Config.js';
import { ConfigError } from './settings/ConfigError.js';
import { describeSettings } from './settings/describeSettings.js';
import { readConfig } from './settings/readConfig.js';
import { ensureFirstUser } from './store/accounts/people.js';
import { createSignInToken } from './store/accounts/signInTokens.js';
import { type Database, openDatabase } from './store/database.js';
import { migrate } from './store/migrate.js';
import { PostgresError } from './store/postgres/PostgresError.js';
import { startPostgres } from './store/postgres/startPostgres.js';
import { ensureProject } from './store/projects/projects.js';
import { claimTemporaryFolder, removeTemporaryFolder } from './temporaryFolder.js';

const usage = `svc-server: the svc visual regression testing service

Usage
  svc-server [start]                     start the service
  svc-server keys create <org/project>   print a new API key; makes the project if there is none
      --name <name>                      what to call the key (default: cli)
  svc-server code-host <command> …       where a project shows its check runs; see \`svc-server code-host help\`
  svc-server signing-key rotate          sign image URLs with a new key; the old one is believed for three more days
      --revoke                           end all image URLs that were handed out, within five minutes
  svc-server sign-in-link                print a link that signs in to the web pages once
  svc-server doctor                      say what captures have here and what is missing, and take a test image
  svc-server help                        print this

${describeSettings()}`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Whatever this process and its libraries put in temporary files goes with it, or at the next start after a kill. */
function useOwnTemporaryFolder(): void {
  const folder = claimTemporaryFolder(tmpdir());
  process.env.TMPDIR = folder;
  process.on('exit', () => removeTemporaryFolder(folder));
}

async function start(config: Config): Promise<void> {
  useOwnTemporaryFolder();
  const { startService } = await import('./startService.js');
  const service = await startService(config, print);
  print(`svc is ready at ${service.url}`);
  if (service.apiKey) print(`API key of ${config.bootstrapProject} (shown once): ${service.apiKey}`);
  if (service.signInUrl) print(`Sign in once with: ${service.signInUrl}`);
  if (config.readyFile) {
    const { url, signInUrl, apiKey } = service;
    writeFileSync(config.readyFile, JSON.stringify({ url, signInUrl, apiKey }), { mode: 0o600 });
  }
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) process.exit(1);
    stopping = true;
    await service.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) print('Stopping …');
      void stop(0);
    });
  }
  service.lost.then((error) => {
    process.stderr.write(`${error.message}\n`);
    void stop(1);
  });
}

/** Runs something on the database: that of the running service, or one that is started for the moment. */
async function withDatabase<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  const running = await openRunning(config);
  if (running) return use(running).finally(() => running.destroy());
  const postgres = await startPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    ...(config.postgresBinDir ? { binDir: config.postgresBinDir } : {}),
  });
  const { database } = openDatabase({ connectionString: postgres.connectionString });
  try {
    await migrate(database);
    return await use(database);
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

/** The service that runs on the data folder, or ran there until it was killed. */
function readRunning(config: Config): Running | null {
  const file = runningFile(config.dataDir);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

async function openRunning(config: Config): Promise<Database | null> {
  const connectionString = config.databaseUrl ?? readRunning(config)?.connectionString;
  if (!connectionString) return null;
  const { database } = openDatabase({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.destroy();
    if (config.databaseUrl) throw error;
    return null;
  }
}

async function printNewKey(config: Config, args: string[]): Promise<void> {
  const [slug, ...rest] = args;
  const parsed = projectSlug.safeParse(slug);
  if (!parsed.success) throw new ConfigError('Say for which project: svc-server keys create <org/project>');
  const name = rest[0] === '--name' && rest[1] ? rest[1] : 'cli';
  const key = await withDatabase(config, async (database) => {
    const project = await ensureProject(database, parsed.data);
    const { secret } = await createKey({ database }, serverCaller(project), { name, scopes: scope.options });
    return secret;
  });
  print(key);
}

async function printSignInLink(config: Config): Promise<void> {
  const link = await withDatabase(config, async (database) => {
    const links = createLinks({
      publicUrl: config.publicUrl ?? readRunning(config)?.url ?? `http://localhost:${config.port}`,
      sitesDomain: config.sitesDomain,
      keyRing: await openKeyRing({ database }),
    });
    return links.signIn(await createSignInToken(database, await ensureFirstUser(database), 24));
  });
  print(link);
}

/** The running service hears of it within minutes. */
async function rotateKey(config: Config, args: string[]): Promise<void> {
  const [option, ...more] = args;
  if (more.length > 0 || (option !== undefined && option !== '--revoke')) {
    throw new ConfigError('Usage: svc-server signing-key rotate [--revoke]');
  }
  const revoke = option === '--revoke';
  await withDatabase(config, (database) => rotateSigningKeyNow({ database }, { revoke }));
  print(
    revoke
      ? 'Image URLs that were handed out end within five minutes; pages that are open have to be loaded again'
      : 'New image URLs have a new key in ten minutes; those that were handed out stay valid until they end',
  );
}

const vaultOf = (config: Config) => createVault(readSecret(config.secret, config.dataDir));

/** Exit code 1 when captures do not work. */
async function examine(config: Config): Promise<void> {
  useOwnTemporaryFolder();
  const { runDoctor } = await import('./runDoctor.js');
  const works = await runDoctor(config, { withDatabase: (use) => withDatabase(config, use), say: print });
  if (!works) process.exitCode = 1;
}

/** Runs `svc-server` with its arguments. */
export async function main(args: string[]): Promise<void> {
  const [command = 'start', ...rest] = args;
  try {
    const config = readConfig(process.env);
    if (command === 'start') await start(config);
    else if (command === 'keys' && rest[0] === 'create') await printNewKey(config, rest.slice(1));
    else if (command === 'code-host')
      print(
        await codeHostCommand(rest, (use) =>
          withDatabase(config, (database) => use({ database, vault: vaultOf(config) })),
        ),
      );
    else if (command === 'signing-key' && rest[0] === 'rotate') await rotateKey(config, rest.slice(1));
    else if (command === 'doctor') await examine(config);
    else if (command === 'sign-in-link') await printSignInLink(config);
    else if (['help', '--help', '-h'].includes(command)) print(usage);
    else throw new ConfigError(`There is no command "${args.join(' ')}". \`svc-server help\` lists them.`);
  } catch (error) {
    const plain = error instanceof ConfigError || error instanceof PostgresError;
    process.stderr.write(`${plain ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
