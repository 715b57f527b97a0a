import type { FlakeReason, FlakySnapshot } from '@svc/sdk';
import { formatTable } from './formatTable.js';
import { plain } from './Style.js';
import { slotText } from './slotText.js';
import { timeText } from './timeText.js';

const reasonText: Record<FlakeReason, string> = {
  animation: 'animation',
  lateFont: 'late font',
  network: 'network',
  clock: 'clock',
  random: 'random value',
  rendering: 'rendering',
  renderer: 'another renderer',
  order: 'order of stories',
  unknown: 'unknown',
};

/**
 * A table, the worst first, and what to do about them.
 * @param apiUrl of the service, which has the documentation of its version
 */
export const formatFlaky = (snapshots: readonly FlakySnapshot[], apiUrl: string, style = plain): string =>
  `${formatTable(
    ['SCORE', 'SUITE', 'SNAPSHOT', 'REASON', 'LAST (UTC)', 'CAPTURE', 'DETAIL'],
    snapshots.map((snapshot) => [
      snapshot.score.toFixed(1),
      snapshot.suite,
      slotText(snapshot),
      reasonText[snapshot.reason],
      timeText(snapshot.lastAt),
      snapshot.captureId,
      snapshot.detail ?? '',
    ]),
    style,
  )}What to do about each reason: ${new URL('/docs/flaky/', apiUrl).href}\n`;
