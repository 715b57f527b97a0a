import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createFleet, type FleetReport, type LocalFleet } from './capture/createFleet.js';
import { findBrowser } from './capture/findBrowser.js';
import type { CaptureOutcome } from './domain/captures/Fleet.js';
import type { Config } from './settings/Config.js';
import { createMailer } from './smtp/createMailer.js';
import { sendProof } from './store/announcements/announce.js';
import { canHear } from './store/announcements/hearAnnouncements.js';
import { listConnections } from './store/codeHosts/codeRepositories.js';
import { type Database, openDatabase } from './store/database.js';
import { describe, type FreeSpace, isLow, readFreeSpace } from './store/disks.js';
import { countMails } from './store/mail/mails.js';
import { requireSameDatabase } from './store/requireSameDatabase.js';

/** What was looked at, how it is, and, where it is not as it should be, what to do. */
interface Finding {
  what: string;
  is: string;
  /** `broken`: captures do not work before it is mended. */
  level: 'fine' | 'weak' | 'broken';
  remedy?: string;
}

export interface DoctorParts {
  /** Runs something on the service's database, starting it for the moment when it is not running. */
  withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T>;
  say(line: string): void;
}

/** Below this a capture of a large suite may not fit. */
const littleSpace = 2 * 1024 ** 3;
/** Milliseconds. */
const mailPatience = 30_000;
const notificationPatience = 5_000;
const marks = { fine: '✓', weak: '!', broken: '✗' };

const specimen = `<!doctype html><meta charset="utf-8"><title>svc doctor</title>
<style>body { margin: 24px; font-size: 20px } b { font-size: 28px }</style>
<p style="font-family: sans-serif"><b>Sans</b> Hamburgefonstiv 0123456789 ÄÖÜ ß é ł Жя Ωμ</p>
<p style="font-family: serif"><b>Serif</b> Hamburgefonstiv 0123456789 ÄÖÜ ß é ł Жя Ωμ</p>
<p style="font-family: monospace"><b>Mono</b> Hamburgefonstiv 0123456789 ÄÖÜ ß é ł Жя Ωμ</p>
<p style="font-family: sans-serif">漢字 かな 한글 العربية עברית ไทย 😀 (squares: no font has them)</p>`;

/**
 * Looks at everything that captures need, takes a test image, and says of each how it is.
 * @returns whether captures work
 */
export async function runDoctor(config: Config, { withDatabase, say }: DoctorParts): Promise<boolean> {
  let works = true;
  const tell = ({ what, is, level, remedy }: Finding) => {
    say(`${marks[level]} ${what.padEnd(13)} ${is}`);
    if (remedy && level !== 'fine') say(`  ${''.padEnd(13)} → ${remedy}`);
    if (level === 'broken') works = false;
  };
  const look = async (what: string, remedy: string, find: () => Promise<Omit<Finding, 'what'>>) => {
    try {
      tell({ what, ...(await find()) });
    } catch (error) {
      tell({ what, is: firstLine(error), level: 'broken', remedy });
    }
  };

  const asks: Asks = { tell, look };
  await examineStorage(config, withDatabase, asks);
  await examineCodeHosts(withDatabase, asks);
  await examineMail(config, withDatabase, asks);
  await examineCaptures(config, asks);
  return works;
}

/** How examinations say what they found. */
interface Asks {
  tell(finding: Finding): void;
  /** Says what `find` answers; where it throws, that it is broken and what to do. */
  look(what: string, remedy: string, find: () => Promise<Omit<Finding, 'what'>>): Promise<void>;
}

async function examineStorage(
  config: Config,
  withDatabase: DoctorParts['withDatabase'],
  { look }: Asks,
): Promise<void> {
  await look('data folder', 'make it writable, or choose another with SVC_DATA_DIR', async () => {
    mkdirSync(config.dataDir, { recursive: true });
    const probe = join(config.dataDir, 'doctor');
    mkdirSync(probe, { recursive: true });
    const written = join(probe, 'written');
    writeFileSync(written, '');
    rmSync(written);
    return describeDisk(config.dataDir, await readFreeSpace(config.dataDir), config);
  });
  await look('temp folder', 'make it writable, or choose another with TMPDIR', async () => {
    const folder = tmpdir();
    const probe = mkdtempSync(join(folder, 'svc-doctor-'));
    rmSync(probe, { recursive: true });
    return describeDisk(folder, await readFreeSpace(folder), config);
  });
  await look(
    'PostgreSQL',
    config.databaseUrl
      ? 'check DATABASE_URL'
      : 'see the message; SVC_PG_BIN or DATABASE_URL name another one',
    async () => {
      const version = await withDatabase(async (database) => {
        const { rows } = await sql<{
          version: string;
        }>`select current_setting('server_version') version`.execute(database);
        return rows[0]?.version ?? 'of an unknown version';
      });
      return { is: `${version}, ${config.databaseUrl ? 'at DATABASE_URL' : 'embedded'}`, level: 'fine' };
    },
  );
  const { databaseUrl, directDatabaseUrl } = config;
  if (databaseUrl !== null)
    await look('live updates', 'see the message', () => examineNotifications(databaseUrl, directDatabaseUrl));
}

/** A pooler between may share connections, and passes no notifications on then. */
async function examineNotifications(
  databaseUrl: string,
  directUrl: string | null,
): Promise<Omit<Finding, 'what'>> {
  const { database } = openDatabase({ connectionString: databaseUrl, max: 1 });
  const direct = openDatabase({ connectionString: directUrl ?? databaseUrl, max: 1 });
  try {
    await requireSameDatabase(database, direct.database);
    if (await canHear(directUrl ?? databaseUrl, () => sendProof(database), notificationPatience))
      return { is: 'PostgreSQL tells of changes', level: 'fine' };
  } finally {
    await Promise.all([database.destroy(), direct.database.destroy()]);
  }
  return {
    is: 'no notifications come through: open pages ask again and again instead',
    level: 'weak',
    remedy: 'name PostgreSQL itself in DATABASE_DIRECT_URL, without PgBouncer between',
  };
}

/** Connections that nobody has confirmed get no check runs. */
async function examineCodeHosts(withDatabase: DoctorParts['withDatabase'], { look }: Asks): Promise<void> {
  await look('code hosts', 'see the message', async () => {
    const connections = await withDatabase(listConnections);
    const open = connections.filter(({ kind, proof }) => kind !== 'webhook' && proof === null);
    const names = open.map(({ org, name, repository }) => `${org}/${name} (${repository})`).join(', ');
    return open.length === 0
      ? { is: `${connections.length} connected`, level: 'fine' }
      : {
          is: `nobody has confirmed ${names}`,
          level: 'weak',
          remedy: 'check whose the repository is, then run `svc-server code-host confirm <org/project>`',
        };
  });
}

/** Captures do without: what is wrong here is never broken. */
async function examineMail(
  config: Config,
  withDatabase: DoctorParts['withDatabase'],
  { tell }: Asks,
): Promise<void> {
  const what = 'e-mail';
  if (config.mail === null) return tell({ what, is: 'off: SVC_SMTP_URL is not set', level: 'fine' });
  try {
    const is = await createMailer(config.mail).check(AbortSignal.timeout(mailPatience));
    tell(
      config.publicUrl === null
        ? { what, is, level: 'weak', remedy: 'set SVC_PUBLIC_URL: links in e-mails lead to this machine' }
        : { what, is, level: 'fine' },
    );
  } catch (error) {
    tell({ what, is: firstLine(error), level: 'weak', remedy: 'check SVC_SMTP_URL, user and password' });
  }
  const counts = await withDatabase(countMails).catch(() => null);
  if (counts === null || counts.waiting + counts.givenUp === 0) return;
  const reason = counts.newestError === null ? '' : `: ${counts.newestError}`;
  const is = `${counts.waiting} to send, ${counts.givenUp} given up within a week${reason}`;
  tell({ what, is, level: counts.newestError === null ? 'fine' : 'weak', remedy: 'see the log for each' });
}

/** How a folder and its disk are. */
export function describeDisk(
  folder: string,
  space: FreeSpace,
  { minFreeDisk }: Pick<Config, 'minFreeDisk'>,
): Omit<Finding, 'what'> {
  const low = isLow(space, minFreeDisk);
  return {
    is: `${folder}, ${describe(space)}${low ? ': nearly full, /readyz answers 503' : ''}`,
    level: low || space.bytes < littleSpace ? 'weak' : 'fine',
    remedy: 'make room: every image is kept once',
  };
}

async function examineCaptures(config: Config, { tell, look }: Asks): Promise<void> {
  if (!config.roles.includes('capture'))
    return tell({ what: 'browser', is: 'not needed: SVC_ROLES does not include capture', level: 'fine' });
  const browserPath = findBrowser({
    ...process.env,
    ...(config.browserPath ? { SVC_BROWSER_PATH: config.browserPath } : {}),
  });
  if (!browserPath) {
    tell({
      what: 'browser',
      is: config.browserPath ? `${config.browserPath} cannot be run` : 'no Chromium was found',
      level: 'broken',
      remedy: config.browserPath
        ? 'name an executable in SVC_BROWSER_PATH, or unset it to detect one'
        : 'install one (apt install chromium-headless-shell, or npx playwright install chromium), or name one in SVC_BROWSER_PATH',
    });
    return;
  }
  await withSpecimen(config, browserPath, async (fleet, url) => {
    const reports: FleetReport[] = [];
    await look('browser', `${browserPath} does not start; try another with SVC_BROWSER_PATH`, async () => {
      const report = await fleet.examine();
      reports.push(report);
      return { is: `${browserPath}: ${report.renderer.name}`, level: 'fine' };
    });
    for (const report of reports) tellReport(report, tell);
    if (reports.length === 0) return;
    await look('egress', 'the fleet must not be used before this is understood', async () => {
      const refused = await capture(fleet, { name: 'metadata', url: 'http://169.254.169.254/' });
      const isClosed = !refused.ok && refused.message.includes('is not an allowed address');
      if (!isClosed)
        throw new Error(`a private address was not refused (${refused.ok ? 'captured' : refused.message})`);
      const open =
        config.allowHosts.length === 0 ? 'none of them open' : `open: ${config.allowHosts.join(', ')}`;
      return { is: `private addresses are refused, ${open}`, level: 'fine' };
    });
    await look('test image', 'see the message', async () => {
      const outcome = await capture(fleet, { name: 'specimen', url });
      if (!outcome.ok) throw new Error(outcome.message);
      const file = join(config.dataDir, 'doctor', 'test-image.png');
      writeFileSync(file, outcome.png);
      return { is: file, level: 'fine' };
    });
  });
}

function tellReport({ sandbox, renderer, pages }: FleetReport, tell: (finding: Finding) => void): void {
  tell(
    sandbox.on
      ? { what: 'sandbox', is: `on, as ${sandbox.user}`, level: 'fine' }
      : { what: 'sandbox', is: `off: ${sandbox.reason}`, level: 'weak', remedy: sandbox.remedy },
  );
  tell({
    what: 'fonts',
    is: `${renderer.fonts} files`,
    level: renderer.fonts === 0 ? 'weak' : 'fine',
    remedy: 'install fonts (apt install fonts-liberation fonts-noto): text may be missing from images',
  });
  tell({ what: 'pages', is: `${pages} at the same time (SVC_PAGES)`, level: 'fine' });
}

/** A fleet whose sites are one page: the specimen. */
async function withSpecimen(
  config: Config,
  browserPath: string,
  use: (fleet: LocalFleet, url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(specimen);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fleet = createFleet({
    browserPath,
    sandbox: config.allowUnsandboxed ? undefined : true,
    pages: config.pages,
    sites: {
      domain: config.sitesDomain,
      upstream: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    },
    allowHosts: config.allowHosts,
    targetTimeoutMs: config.targetTimeout * 1_000,
    pageMemory: config.pageMemory * 1024 ** 2,
    log: () => {},
  });
  try {
    await use(fleet, `http://sit-doctor.${config.sitesDomain}/`);
  } finally {
    await fleet.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function capture(fleet: LocalFleet, target: { name: string; url: string }): Promise<CaptureOutcome> {
  let found: CaptureOutcome = { ok: false, message: 'nothing was captured' };
  await fleet.capture([target], {
    project: 'doctor',
    signal: new AbortController().signal,
    onOutcome: async (_index, outcome) => {
      found = outcome;
    },
  });
  return found;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
