import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildStorybook } from './buildStorybook.js';
import { serveFolder } from './serveFolder.js';

interface BookOptions {
  configDir: string;
  /** The folder of a build, or the address of a Storybook that is served; one is built if absent. */
  storybook: string | undefined;
}

/** A Storybook that pages can be opened of. */
export interface StoryBook {
  /** Of the folder that has `iframe.html`. */
  url: string;
  close(): Promise<void>;
}

/** @throws Error where there is no such Storybook, or it cannot be built */
export async function openStoryBook({ configDir, storybook }: BookOptions): Promise<StoryBook> {
  if (storybook !== undefined && /^https?:/.test(storybook))
    return { url: storybook.endsWith('/') ? storybook : `${storybook}/`, close: async () => {} };
  if (storybook !== undefined) {
    const folder = resolve(storybook);
    if (!existsSync(join(folder, 'iframe.html')))
      throw new Error(`there is no build of a Storybook in ${folder}`);
    return serveFolder(folder);
  }
  // Not for other users of the machine.
  const folder = mkdtempSync(join(tmpdir(), 'svc-storybook-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  // A run that is interrupted does not come to its end.
  process.on('exit', remove);
  try {
    await buildStorybook(configDir, folder);
    const served = await serveFolder(folder);
    return { url: served.url, close: () => served.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
