import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The wall clock of the service, by libfaketime. The database has the true one. */
export interface Clock {
  env: NodeJS.ProcessEnv;
  /** Seconds by which it is off. */
  jump(seconds: number): void;
}

/** @returns null where libfaketime is not installed (Debian: `apt install libfaketime`) */
export function openClock(dataDir: string): Clock | null {
  const library = findLibrary();
  if (!library) return null;
  const file = join(dataDir, 'clock');
  const jump = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${file}.new`, file);
  };
  jump(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // A killed process would leave it behind.
      FAKETIME_DISABLE_SHM: '1',
      NO_FAKE_STAT: '1',
    },
    jump,
  };
}

function findLibrary(): string | null {
  for (const folder of ['/usr/lib', ...listLibraryFolders()]) {
    const library = join(folder, 'faketime/libfaketimeMT.so.1');
    if (existsSync(library)) return library;
  }
  return null;
}

const listLibraryFolders = (): string[] =>
  existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .filter((name) => name.endsWith('-linux-gnu'))
        .map((name) => join('/usr/lib', name))
    : [];
