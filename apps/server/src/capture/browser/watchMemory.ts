import { type ProcessMemory, processMemory } from './processMemory.js';

export interface BrowserMemory {
  /** Bytes of the browser with all its processes when last looked; 0 where that cannot be told. */
  bytes(): number;
  stop(): void;
}

const intervalMs = 500;

/**
 * Ends a page's process when it uses more memory than a page may: the page crashes, its siblings and the browser do not.
 * @param pid of the browser; null where it is not known
 */
export function watchMemory(
  pid: number | null,
  onEnded: (page: ProcessMemory) => void,
  pageMemory: number,
): BrowserMemory {
  let bytes = 0;
  function look(browserPid: number): void {
    const processes = processMemory(browserPid);
    bytes = processes.reduce((sum, process) => sum + process.bytes, 0);
    for (const one of processes) {
      if (one.kind !== 'renderer' || one.bytes <= pageMemory) continue;
      try {
        process.kill(one.pid, 'SIGKILL');
        onEnded(one);
      } catch {
        // It ended between the look and the signal, which is as it should be.
      }
    }
  }
  const timer = setInterval(() => {
    if (pid !== null) look(pid);
  }, intervalMs).unref();
  return { bytes: () => bytes, stop: () => clearInterval(timer) };
}
