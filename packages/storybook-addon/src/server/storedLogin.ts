import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Env } from '@svc/sdk';

/** The folder in which `svc login` keeps what it got. */
function configFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  const home = env.HOME || homedir();
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'svc');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'svc');
  const named = env.XDG_CONFIG_HOME;
  return join(named && isAbsolute(named) ? named : join(home, '.config'), 'svc');
}

/** As the command line writes the address of a server, in names of files and in git's configuration. */
export const serverOf = (apiUrl: string): string => {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : null;
  return url ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : apiUrl;
};

const folderOf = (env: Env) => join(configFolder(env), 'logins');
const suffix = '.json';

/** The servers that `svc login` keeps a token for. */
export async function storedServers(env: Env): Promise<string[]> {
  const files = await readdir(folderOf(env)).catch(() => []);
  return files
    .filter((file) => file.endsWith(suffix))
    .map((file) => decodeURIComponent(file.slice(0, -suffix.length)))
    .sort();
}

/** The token that `svc login` keeps for a server; null where there is none that can be read. */
export async function storedLogin(env: Env, apiUrl: string): Promise<string | null> {
  const file = join(folderOf(env), `${encodeURIComponent(serverOf(apiUrl))}${suffix}`);
  try {
    const { token } = JSON.parse(await readFile(file, 'utf8'));
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
