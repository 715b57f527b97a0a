import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupDamaged } from './BackupRefused.js';

/** Changes with what a backup is made of. */
const format = 1;

const fileName = z.string().regex(/^[\w.-]+$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
const identifier = z.string().regex(/^[a-z0-9_]+$/i);
const bound = z.string().regex(/^\w+$/).nullable();

/** A file beside the manifest, by its bytes as they are stored. */
const file = z.object({ file: fileName, bytes: count, sha256: hash });
export type BackupFile = z.infer<typeof file>;

const manifest = z.object({
  format: z.literal(format),
  /** Version of the service that made it. */
  version: z.string(),
  /** The moment that it shows. */
  createdAt: z.iso.datetime(),
  /** The blob that marks the deployment, which tells it from others. */
  deployment: hash,
  /** Of the secret that seals what the database keeps sealed. */
  secretFingerprint: hash,
  /** What made the schema, in order. */
  migrations: z.array(z.string()),
  tables: z.array(
    file.extend({ name: identifier, columns: z.array(identifier), isPartitioned: z.boolean(), rows: count }),
  ),
  partitions: z.array(z.object({ table: identifier, name: identifier, from: bound, until: bound })),
  sequences: z.array(z.object({ name: identifier, value: z.int() })),
  /** Work that had not been done. */
  jobs: file.extend({ count }),
  /** The hashes of all blobs that the database names. */
  blobs: file.extend({ count }),
  /** Those of them that were missing or damaged where the backup was made. */
  damaged: z.array(hash),
});
export type Manifest = z.infer<typeof manifest>;

const sealed = z.object({ sha256: hash, manifest: z.unknown() });

const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** The text of a manifest, with its hash. */
export const writeManifest = (content: Manifest): string =>
  `${JSON.stringify({ sha256: hashOf(content), manifest: content }, null, 2)}\n`;

/**
 * @param name as people are told
 * @throws BackupDamaged
 */
export function parseManifest(text: string, name: string): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BackupDamaged(`${name} is damaged: it is not complete JSON. Restore another backup.`);
  }
  const seal = sealed.safeParse(content);
  if (!seal.success) throw new BackupDamaged(`${name} is not the manifest of a backup.`);
  const found = z.object({ format: z.unknown() }).safeParse(seal.data.manifest);
  if (found.success && found.data.format !== format) {
    throw new BackupDamaged(
      `${name} has the format ${found.data.format}, and this version of svc reads ${format}. Use the version that made it, or a newer one.`,
    );
  }
  if (hashOf(seal.data.manifest) !== seal.data.sha256)
    throw new BackupDamaged(
      `${name} was altered: its hash is not the one that it says. Restore another backup.`,
    );
  return manifest.parse(seal.data.manifest);
}

/** The files of a backup besides its manifest. */
export const filesOf = ({ tables, jobs, blobs }: Manifest): BackupFile[] => [...tables, jobs, blobs];
