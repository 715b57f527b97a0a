import { ServiceError } from '../../domain/ServiceError.js';
import { type ClientName, findClientHash, listClientVersions } from '../../store/clients/clientPackages.js';
import type { Resources } from '../Resources.js';
import { clientFile } from './parseClientFile.js';

/**
 * The package of a client, of any version that this service or an earlier one has served.
 * @throws ServiceError NOT_FOUND, which names the versions that there are
 */
export async function readClient(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  client: ClientName,
): Promise<{ hash: string; read: () => Promise<Buffer> }> {
  const hash = await findClientHash(database, client);
  if (hash !== null) return { hash, read: () => blobs.get(hash) };
  const versions = (await listClientVersions(database, client.name)).join(', ');
  throw new ServiceError(
    'NOT_FOUND',
    `There is no ${clientFile(client)}; ${versions ? `versions of ${client.name} here: ${versions}` : 'see /install'}`,
  );
}
