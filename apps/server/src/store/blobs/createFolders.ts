import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { isCode } from './isCode.js';

export interface Folders {
  /** Makes a folder durably, with those above it up to the root, once. */
  ensure(folder: string): Promise<void>;
}

/** Folders under `root`, and `root` itself, which may lie in folders that are missing too. */
export function createFolders(root: string): Folders {
  const made = new Map<string, Promise<void>>();

  const make = async (folder: string): Promise<void> => {
    const parent = path.dirname(folder);
    if (folder !== root) await ensure(parent);
    await mkdir(folder, { recursive: folder === root });
    await flushFolder(parent);
  };

  const ensure = (folder: string): Promise<void> => {
    const known = made.get(folder);
    if (known !== undefined) return known;
    const making = make(folder).catch((error: unknown) => {
      if (isCode(error, 'EEXIST')) return;
      made.delete(folder);
      throw error;
    });
    made.set(folder, making);
    return making;
  };

  return { ensure };
}

/** A rename is durable when its folder is flushed. Windows has no such thing and refuses it. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
