import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectSlug, scope } from '@svc/schema';
import { codeHostCommand } from './codeHostCommand.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { readSecret } from './readSecret.js';
import { type Running, runningFile } from './runningFile.js';
import { serverCaller } from './service/access/serverCaller.js';
import { createVault } from './service/createVault.js';
import { createKey } from './service/keys/createKey.js';
import { createLinks } from './service/links.js';
import { openKeyRing } from './service/openKeyRing.js';
import { rotateSigningKeyNow } from './service/rotateSigningKey.js';
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

Environment
  SVC_DATA_DIR           where everything is kept (default: ./.svc)
  SVC_PORT               port of the service (default: 4300)
  SVC_HOST               address to listen on (default: 127.0.0.1)
  SVC_PUBLIC_URL         where people and clients reach it (default: http://localhost:<port>)
  SVC_BOOTSTRAP_PROJECT  org/project to make at the start, with a key that is printed once
  SVC_BROWSER_PATH       the Chromium that captures
  SVC_PAGES              pages that capture at the same time (default: 4)
  SVC_DEVICE_SCALE_FACTOR  pixels of an image for each CSS pixel (default: 1)
  SVC_TARGET_TIMEOUT     seconds that one page or story may take (default: 30)
  SVC_PAGE_MEMORY        MiB that one page may use before it is ended (default: 1024; Linux only)
  SVC_ALLOW_HOSTS        hosts that captures may reach although they are private, comma-separated
  SVC_HOOK_ALLOW_HOSTS   private hosts that a project's GitLab or webhook may be at, comma-separated
  SVC_SECRET             seals stored secrets, the same in all processes (default: the file secret in SVC_DATA_DIR)
  SVC_GITHUB_APP_ID      number of the GitHub App that shows check runs
  SVC_GITHUB_PRIVATE_KEY, SVC_GITHUB_PRIVATE_KEY_FILE   its private key, or a file with it
  SVC_GITHUB_WEBHOOK_SECRET   of its webhook, which is <public url>/api/v1/webhooks/github
  SVC_GITHUB_URL         of a GitHub Enterprise Server (default: github.com)
  SVC_SITES_DOMAIN       uploaded sites are served at <site>.<this> (default: sites.localhost)
  DATABASE_URL           a PostgreSQL to use instead of the embedded one
  SVC_PG_BIN             folder of the programs of a PostgreSQL to run as the embedded one
  SVC_RATE_LIMITS        requests per minute that differ from the defaults, such as snapshots=600,reads=200; or off
  SVC_SIGN_UP            who may make an account: open, or invitation (the default)
  SVC_SIGN_UP_DOMAINS    domains whose people make accounts by signing in elsewhere, comma-separated
  SVC_SIGN_UP_ORGANISATIONS  organisations elsewhere whose people do, such as github:acme,gitlab:group,oidc:staff
  SVC_GITHUB_CLIENT_ID, SVC_GITHUB_CLIENT_SECRET   sign-in with GitHub
  SVC_GITLAB_CLIENT_ID, SVC_GITLAB_CLIENT_SECRET   sign-in with GitLab, at SVC_GITLAB_URL (default: gitlab.com)
  SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID, SVC_OIDC_CLIENT_SECRET, SVC_OIDC_NAME   sign-in with any OpenID provider
  SVC_CI_ISSUERS         whose identity tokens CI exchanges for keys: github=<issuer>,gitlab=<address>, or off
                         (default: those of github.com, or SVC_GITHUB_URL, and of gitlab.com, or SVC_GITLAB_URL)
  SVC_TRUSTED_PROXIES    proxies in front, whose X-Forwarded-For tells the address of a client (default: 0)
  SVC_LOG_LEVEL          fatal, error, warn, info, debug (default: warn)
  SVC_READY_FILE         a file that gets {url, signInUrl, apiKey} once the service is ready
`;

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
