import { watchProcesses } from './watchProcesses.mjs';

/**
 * Measures the CPU time of this process and all below it (Linux only).
 * @returns a function that stops the meter and returns the CPU time in seconds
 */
export function startCpuMeter() {
  const watch = watchProcesses();
  return () => {
    watch.stop();
    return Object.values(watch.cpu()).reduce((sum, seconds) => sum + seconds, 0);
  };
}
