/**
 * Loaded into the service with `--import`, below its blob driver: makes the file system slow, or full, for one folder, as
 * a file says that the test writes. The service itself knows nothing of this.
 */
import { promises, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { CHAOS_DISK_FOLDER: folder, CHAOS_DISK_FAULTS: faultsFile } = process.env;

/** @returns {{ delay: number, full: boolean }} */
function faults() {
  try {
    return JSON.parse(readFileSync(faultsFile, 'utf8'));
  } catch {
    // Nothing is wrong with the disk, or the test is about to say what is.
    return { delay: 0, full: false };
  }
}

const isConcerned = (file) =>
  typeof file === 'string' && (file === folder || file.startsWith(`${folder}${path.sep}`));

const full = (operation) =>
  Object.assign(new Error(`ENOSPC: no space left on device, ${operation}`), { code: 'ENOSPC', errno: -28 });

async function suffer(operation, writes) {
  const { delay, full: isFull } = faults();
  if (delay > 0) await sleep(delay);
  if (isFull && writes) throw full(operation);
}

function wrap(target, operation, writes) {
  const original = target[operation];
  return async function (...args) {
    await suffer(operation, writes);
    return original.apply(this, args);
  };
}

if (folder && faultsFile) {
  for (const [operation, writes] of [
    ['readFile', false],
    ['stat', false],
    ['readdir', false],
    ['rename', true],
    ['mkdir', true],
    ['rm', false],
  ]) {
    const original = promises[operation];
    const suffering = wrap(promises, operation, writes);
    promises[operation] = (file, ...args) =>
      isConcerned(file) ? suffering.call(promises, file, ...args) : original.call(promises, file, ...args);
  }
  const open = promises.open;
  promises.open = async (file, flags, ...args) => {
    if (!isConcerned(file)) return open(file, flags, ...args);
    const writes = flags !== undefined && flags !== 'r';
    await suffer('open', writes);
    const handle = await open(file, flags, ...args);
    if (writes)
      for (const operation of ['writeFile', 'sync']) handle[operation] = wrap(handle, operation, true);
    return handle;
  };
  syncBuiltinESMExports();
}
