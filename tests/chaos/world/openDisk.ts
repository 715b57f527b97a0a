import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The disk that holds the images. */
export interface Disk {
  /** What a full disk is here. */
  kind: 'a real small disk' | 'an injected fault';
  /** For the processes of the service. */
  env: NodeJS.ProcessEnv;
  fill(): void;
  empty(): void;
  /** Milliseconds by which each operation is delayed; 0 for none. */
  delay(milliseconds: number): void;
  close(): void;
}

const roomy = 'size=1g';

/** A memory file system where it may be mounted; elsewhere a disk that only claims to be full. */
export function openDisk(dataDir: string): Disk {
  const folder = join(dataDir, 'blobs');
  const faultsFile = join(dataDir, 'disk-faults.json');
  mkdirSync(folder);
  let faults = { delay: 0, full: false };
  const set = (changed: Partial<typeof faults>) => {
    faults = { ...faults, ...changed };
    writeFileSync(`${faultsFile}.new`, JSON.stringify(faults));
    renameSync(`${faultsFile}.new`, faultsFile);
  };
  const isReal = mount(['-t', 'tmpfs', '-o', roomy, 'tmpfs', folder]);
  return {
    kind: isReal ? 'a real small disk' : 'an injected fault',
    env: {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${fileURLToPath(new URL('diskFaults.mjs', import.meta.url))}`,
      CHAOS_DISK_FOLDER: folder,
      CHAOS_DISK_FAULTS: faultsFile,
    },
    fill: () => (isReal ? shrink(folder) : set({ full: true })),
    empty: () => (isReal ? remount(folder, roomy) : set({ full: false })),
    delay: (milliseconds) => set({ delay: milliseconds }),
    close: () => {
      // What a killed process had open can still be closing.
      if (isReal) execFileSync('umount', ['--lazy', folder]);
    },
  };
}

function mount(args: string[]): boolean {
  try {
    execFileSync('mount', args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Leaves no byte free, or a few that the next image takes: what is written meanwhile must fit as well. */
function shrink(folder: string): void {
  for (let spare = 0; spare < 50; spare += 1) {
    const { blocks, bfree, bsize } = statfsSync(folder);
    if (mount(['-o', `remount,size=${(blocks - bfree + spare) * bsize}`, folder])) return;
  }
  throw new Error(`${folder} could not be made full`);
}

function remount(folder: string, size: string): void {
  if (!mount(['-o', `remount,${size}`, folder])) throw new Error(`${folder} could not be made roomy again`);
}
