import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Env } from '@svc/sdk';

/** The folder of this user's settings of `svc`, where the operating system wants it. */
export function configFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  const home = env.HOME || homedir();
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'svc');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'svc');
  // The XDG specification has relative paths ignored.
  const named = env.XDG_CONFIG_HOME;
  return join(named && isAbsolute(named) ? named : join(home, '.config'), 'svc');
}
