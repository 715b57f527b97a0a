import { join } from 'node:path';
import type { BlobStoreName } from './domain/blobStoreNames.js';
import { createTunnelAgents } from './proxy/createTunnelAgents.js';
import type { Config } from './settings/Config.js';
import { ConfigError } from './settings/ConfigError.js';
import type { BlobStore } from './store/blobs/BlobStore.js';
import { createDiskBlobs } from './store/blobs/disk.js';
import { mirrorBlobs } from './store/blobs/mirrorBlobs.js';

/** Called with the hash of what is about to be stored. */
type Claim = (hash: string) => Promise<void>;

/** The blobs of the deployment, as `SVC_BLOBS` says. */
export async function openBlobs(config: Config, claim: Claim): Promise<BlobStore> {
  const [first, ...others] = await Promise.all(
    config.blobStores.map((name) => openBlobStore(config, name, claim)),
  );
  if (first === undefined) throw new ConfigError('SVC_BLOBS names no store');
  return others.length === 0 ? first : mirrorBlobs([first, ...others]);
}

/** One of the places where blobs can be. */
export async function openBlobStore(config: Config, name: BlobStoreName, claim?: Claim): Promise<BlobStore> {
  if (name === 'disk') return createDiskBlobs(join(config.dataDir, 'blobs'), claim);
  if (config.s3 === null) throw new ConfigError('The bucket is not known. Name it in SVC_S3_BUCKET.');
  // A deployment on disk does without the client of S3.
  const { createS3Blobs } = await import('./store/blobs/s3/createS3Blobs.js');
  const { proxies } = config;
  return createS3Blobs(config.s3, {
    spoolFolder: join(config.dataDir, 'spool'),
    isDirect: config.redirectsToBlobs,
    ...(claim && { claim }),
    ...(proxies && { makeAgents: (options) => createTunnelAgents(proxies, options) }),
  });
}
