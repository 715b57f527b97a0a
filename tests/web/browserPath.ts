import { existsSync } from 'node:fs';

/** The Chromium that the tests drive. */
export function browserPath(): string {
  const candidates = [
    process.env.SVC_BROWSER_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ];
  const found = candidates.find((path) => path && existsSync(path));
  if (!found) throw new Error('No Chromium found: install one, or set SVC_BROWSER_PATH to its executable.');
  return found;
}
