import { ShotFolder, uploadFolder } from '@svc/test-core/driver';
import { version } from './version.js';

const key = Symbol.for('svc.puppeteer.folder');
const place = process as { [key]?: ShotFolder };

/**
 * Where a picture of this process goes: to the process that the run began in, or else to this one, which uploads it when it
 * has nothing else to do.
 */
export function folderOfProcess(): ShotFolder {
  const shared = ShotFolder.ofRun();
  if (shared) {
    noteFailure(shared);
    return shared;
  }
  if (process.env.JEST_WORKER_ID !== undefined)
    throw new Error(
      "Jest ends its processes without notice: add '@svc/puppeteer/setup' to the reporters of its configuration",
    );
  place[key] ??= openFolder();
  return place[key];
}

/** node:test does not tell its global tear-down how the tests ended. */
function noteFailure(folder: ShotFolder): void {
  if (place[key] || process.env.NODE_TEST_CONTEXT === undefined) return;
  place[key] = folder;
  process.once('exit', (code) => {
    if (code !== 0) folder.noteFailure();
  });
}

function openFolder(): ShotFolder {
  const folder = ShotFolder.make();
  const atExit = () => {
    folder.remove();
    console.error('svc: the process was ended before its snapshots were uploaded');
    process.exitCode = 1;
  };
  process.once('exit', atExit);
  process.once('beforeExit', async (code) => {
    const { lines, fails } = await uploadFolder(folder, {
      userAgent: `svc-puppeteer/${version}`,
      exitCode: code,
    });
    process.off('exit', atExit);
    delete place[key];
    for (const line of lines) console.log(line);
    if (fails) process.exitCode ||= 1;
  });
  return folder;
}
