import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFileMissing, type BackupStore } from '../../store/backup/BackupStore.js';
import { BackupDamaged, BackupRefused } from './BackupRefused.js';
import { type BackupFile, type Manifest, parseManifest } from './Manifest.js';

/** Such as `20260131T235959.123Z`: backups are ordered by their names. */
export const backupNameAt = (moment: Date): string => moment.toISOString().replaceAll(/[-:]/g, '');

const momentOf = (name: string): number =>
  Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'));

/**
 * The name of a backup that is made now. It comes after those that are there, even if the clock was ahead when one of them was
 * made: the last one is what a restore takes and what `--keep` leaves.
 */
export async function newBackupName(store: BackupStore, now: Date): Promise<string> {
  const newest = (await listBackups(store)).at(-1);
  return backupNameAt(newest === undefined ? now : new Date(Math.max(now.getTime(), momentOf(newest) + 1)));
}

const manifestFile = 'manifest.json';
const isManifest = /^(\d{8}T\d{6}\.\d{3}Z)\/manifest\.json$/;

export const pathOf = (backup: string, file = manifestFile): string => `${backup}/${file}`;

/** Writes a file of a backup, compressed. */
export async function writeFile(
  store: BackupStore,
  backup: string,
  file: string,
  content: Readable,
): Promise<BackupFile> {
  const digest = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  // The store's reading gets the errors of all of them.
  await store.write(
    pathOf(backup, file),
    pipeline(content, createGzip({ level: 4 }), measure, () => undefined),
  );
  return { file, bytes, sha256: digest.digest('hex') };
}

/** What a file of a backup holds. */
export const readFile = async (store: BackupStore, backup: string, { file }: BackupFile): Promise<Readable> =>
  pipeline(await store.read(pathOf(backup, file)), createGunzip(), () => undefined);

/** The lines of a file of a backup, each of which ends with a line break. */
export async function* readLines(
  store: BackupStore,
  backup: string,
  file: BackupFile,
): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of (await readFile(store, backup, file)).setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new BackupDamaged(`${pathOf(backup, file.file)} ends in the middle of a line.`);
}

/** The names of finished backups, the oldest first. */
export const listBackups = async (store: BackupStore): Promise<string[]> =>
  (await store.list()).flatMap((name) => isManifest.exec(name)?.[1] ?? []).sort();

/**
 * @returns the newest backup, or the given one
 * @throws BackupRefused where there is none, BackupDamaged where its manifest is
 */
export async function findBackup(
  store: BackupStore,
  given?: string,
): Promise<{ name: string; manifest: Manifest }> {
  const all = await listBackups(store);
  if (given !== undefined && !all.includes(given)) {
    throw new BackupRefused(
      `${store.place} has no finished backup ${given}. It has ${all.length === 0 ? 'none' : all.join(', ')}.`,
    );
  }
  const name = given ?? all.at(-1);
  if (name === undefined)
    throw new BackupRefused(
      `There is no finished backup in ${store.place}: no folder there has a manifest.json.`,
    );
  const file = pathOf(name);
  return { name, manifest: parseManifest(await text(await store.read(file)), `${store.place}/${file}`) };
}

/** @returns what is wrong with a file of a backup; null when it is what it was */
export async function examineFile(
  store: BackupStore,
  backup: string,
  file: BackupFile,
): Promise<string | null> {
  const name = pathOf(backup, file.file);
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of (await store.read(name)) as AsyncIterable<Buffer>) {
      digest.update(chunk);
      bytes += chunk.byteLength;
    }
  } catch (error) {
    if (error instanceof BackupFileMissing) return `missing: ${name}`;
    throw error;
  }
  if (bytes !== file.bytes) return `damaged: ${name} has ${bytes} bytes instead of ${file.bytes}`;
  return digest.digest('hex') === file.sha256 ? null : `damaged: ${name} has other bytes than it had`;
}
