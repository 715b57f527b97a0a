import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClientName, findClientHash, keepClientPackage } from '../../store/clients/clientPackages.js';
import type { Resources } from '../Resources.js';
import { parseClientFile } from './parseClientFile.js';

/** Where `npm run build` packs the clients. */
const built = fileURLToPath(new URL('../../../dist-clients/', import.meta.url));

/**
 * Stores the clients that were built with this service, so that later versions of the service serve them, too. Where
 * another build of the same version was stored before, that one stays.
 * @param warn receives each client of which an older build stays
 * @returns the clients of this service
 */
export async function keepClients(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  warn: (message: string) => void,
  folder = built,
): Promise<ClientName[]> {
  const files = existsSync(folder) ? (await readdir(folder)).sort() : [];
  const clients: ClientName[] = [];
  for (const file of files) {
    const client = parseClientFile(file);
    if (!client) continue;
    const bytes = await readFile(join(folder, file));
    const hash = createHash('sha256').update(bytes).digest('hex');
    const before = await findClientHash(database, client);
    if (before === null || before === hash) await blobs.put(bytes);
    const kept = before ?? (await keepClientPackage(database, { ...client, hash }));
    if (kept !== hash) {
      warn(
        `${file} was built again with other bytes. The first build is still served, since lock files hold its hash; ` +
          'a change of a client needs a new version.',
      );
    }
    clients.push(client);
  }
  return clients;
}
