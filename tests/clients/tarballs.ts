import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `scripts/build-clients.mjs` puts what the service serves. */
export const clientsFolder = fileURLToPath(new URL('../../apps/server/dist-clients/', import.meta.url));

/** The names of the packed clients. */
export const packedClients = (): string[] =>
  readdirSync(clientsFolder).flatMap((entry) => /^([\w-]+?)-\d.*\.tgz$/.exec(entry)?.[1] ?? []);

/** The path of a packed client. */
export function tarballOf(name: string): string {
  const file = readdirSync(clientsFolder).find((entry) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(entry));
  if (!file) throw new Error(`${name} was not packed`);
  return `${clientsFolder}${file}`;
}

/** The version of a client in this repository. */
export function versionOf(name: string): string {
  const file = new URL(`../../packages/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
