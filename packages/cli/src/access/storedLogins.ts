import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { configFolder } from './configFolder.js';

/** What `svc login` keeps of one server. */
export interface StoredLogin {
  /** As {@link serverOf} writes it. */
  server: string;
  /** Whose login it is. */
  name: string;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The one way to write the address of a server. */
export const serverOf = (apiUrl: string): string => {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null;
  return url ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : apiUrl;
};

const folderOf = (env: Env) => join(configFolder(env), 'logins');
const suffix = '.json';

/** Where the login of a server is kept. */
export const loginFile = (env: Env, apiUrl: string): string =>
  join(folderOf(env), `${encodeURIComponent(serverOf(apiUrl))}${suffix}`);

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function parse(text: string): StoredLogin | null {
  try {
    const { server, name, token, expiresAt } = JSON.parse(text);
    const login = { server, name, token, expiresAt };
    return Object.values(login).every((value) => typeof value === 'string') ? login : null;
  } catch {
    return null;
  }
}

/**
 * The login of a server; null when there is none. A file that others can read is made private first.
 * @param warn told that the file was not private
 * @throws CliError LOGIN_DAMAGED
 */
export async function readLogin(
  env: Env,
  apiUrl: string,
  warn: (text: string) => void,
): Promise<StoredLogin | null> {
  const file = loginFile(env, apiUrl);
  try {
    await makePrivate(file, warn);
    const login = parse(await readFile(file, 'utf8'));
    if (login) return login;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  throw new CliError('LOGIN_DAMAGED', `${file} is damaged: \`svc login\` writes a new one`);
}

/** On Windows the folder belongs to the user by its access list, and modes say nothing. */
async function makePrivate(file: string, warn: (text: string) => void): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  await chmod(file, 0o600);
  warn(
    `others on this machine could read ${file}; it is private now. To be safe, \`svc logout\` and log in again`,
  );
}

/** Writes a login in one move, so that no reader ever sees half of it. */
export async function saveLogin(env: Env, login: StoredLogin): Promise<void> {
  const folder = folderOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const one of [configFolder(env), folder]) await chmod(one, 0o700);
  const temporary = join(folder, `.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ version: 1, ...login }, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, loginFile(env, login.server));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

export const removeLogin = (env: Env, apiUrl: string): Promise<void> =>
  rm(loginFile(env, apiUrl), { force: true });

/** The servers that there are logins of. */
export async function listServers(env: Env): Promise<string[]> {
  const names = await readdir(folderOf(env)).catch((): string[] => []);
  return names
    .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
    .map((name) => decodeURIComponent(name.slice(0, -suffix.length)))
    .sort();
}
