import { type Site, type SvcClient, SvcError } from '@svc/sdk';
import type { Context } from '../Context.js';
import { archiveFiles } from '../files/archiveFiles.js';
import { type HashedFile, hashFiles } from '../files/hashFiles.js';
import type { ListedFile } from '../files/listFiles.js';
import { countText } from '../output/countText.js';
import type { Progress } from '../output/Progress.js';

const sizeOf = (files: readonly ListedFile[]) => files.reduce((sum, { size }) => sum + size, 0);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Uploads the files of a build that the project does not have yet. */
export async function uploadBuild(
  client: SvcClient,
  files: ListedFile[],
  context: Context,
  progress: Progress,
): Promise<Site> {
  const all = `${countText(files.length, 'file')} (${megabytes(sizeOf(files))} MB)`;
  progress.step(`Uploading ${all}`);
  context.note('the upload of the build was given up, and nothing was captured');
  const hashed = await hashFiles(files);
  const announced = await announce(client, hashed);
  if (!announced) {
    const site = await client.uploadSite(() => archiveFiles(files));
    context.note(`the build was uploaded as site ${site.id}, and nothing was captured`);
    return site;
  }
  const { site, missing } = announced;
  const sent = filesOf(missing, hashed);
  if (sent.length > 0) await client.uploadSiteFiles(site.id, () => archiveFiles(sent));
  progress.report(
    `Uploaded ${sent.length} of ${countText(files.length, 'file')}, ${megabytes(sizeOf(sent))} of ${megabytes(sizeOf(files))} MB`,
  );
  context.note(`the build was uploaded as site ${site.id}, and nothing was captured`);
  return site;
}

/** Null where the service is older than this operation. */
async function announce(client: SvcClient, files: readonly HashedFile[]) {
  try {
    return await client.announceSite(files.map(({ name: path, hash, size }) => ({ path, hash, size })));
  } catch (error) {
    if (error instanceof SvcError && error.statusCode === 404 && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** One file for each hash, named by it. */
function filesOf(hashes: readonly string[], files: readonly HashedFile[]): HashedFile[] {
  const byHash = new Map(files.map((file) => [file.hash, file]));
  return hashes.map((hash) => {
    const file = byHash.get(hash);
    if (!file) throw new Error(`the service asks for ${hash}, which the build does not have`);
    return { ...file, name: hash };
  });
}
