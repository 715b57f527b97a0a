import { listFiles } from '../files/listFiles.js';

/** The images of a folder and of those below it, by their path in it; none where there is no folder. */
export async function imageNamesIn(folder: string): Promise<string[]> {
  const files = await listFiles(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files.map(({ name }) => name).filter((name) => /\.(png|jpe?g|webp)$/i.test(name));
}
