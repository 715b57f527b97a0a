import { spawn } from 'node:child_process';
import type { Env } from '@svc/sdk';

/** Whether a browser that is opened here appears before the person who waits. */
export function hasBrowser(env: Env, platform: NodeJS.Platform = process.platform): boolean {
  if (env.BROWSER) return true;
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

function opener(env: Env, platform: NodeJS.Platform): [program: string, ...args: string[]] {
  if (env.BROWSER) return [env.BROWSER];
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return [env.WSL_DISTRO_NAME ? 'wslview' : 'xdg-open'];
}

/** Opens a page in the browser of the desktop; false when there is no program that does. */
export function openBrowser(
  url: string,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  // What a server names is not to start other programs than a browser.
  if (!/^https?:\/\//.test(url)) return Promise.resolve(false);
  const [program, ...args] = opener(env, platform);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { env, stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
