import type { WaitingForBrowser } from '../waiting.js';

/** Why a capture or a build has not begun, such as `Waiting for a browser: 3 captures ahead`. Null where it is its turn. */
export function waitingText(waiting: WaitingForBrowser | null | undefined): string | null {
  if (!waiting) return null;
  const { capturesAhead, captureProcesses } = waiting;
  if (captureProcesses === 0) return 'Waiting for a browser: no capture process is running';
  if (capturesAhead === 0) return null;
  return `Waiting for a browser: ${capturesAhead} ${capturesAhead === 1 ? 'capture' : 'captures'} ahead`;
}
