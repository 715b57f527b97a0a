import type { IgnoreArea } from '@svc/sdk';
import { formatTable } from '../output/formatTable.js';
import { slotText } from '../output/slotText.js';
import { timeText } from '../output/timeText.js';

const placeText = ({ box, element }: IgnoreArea): string =>
  box ? `${box.width}x${box.height} at ${box.x},${box.y}` : (element ?? '');

/** Which snapshots an area is of. */
export function scopeText({ scope, name, viewport, browser }: IgnoreArea): string {
  if (name === null) return 'all snapshots';
  return scope === 'name' ? `${name}, all variants` : slotText({ name, viewport, browser });
}

function expiryText({ expiresAt, isExpired }: IgnoreArea): string {
  if (expiresAt === null) return 'never';
  return isExpired ? `expired ${timeText(expiresAt)}` : timeText(expiresAt);
}

/** `user:Ada` is Ada. */
const authorText = (author: string): string => author.replace(/^user:/, '');

export const formatAreas = (areas: readonly IgnoreArea[]): string =>
  formatTable(
    ['ID', 'SUITE', 'SNAPSHOTS', 'PLACE', 'EXPIRES (UTC)', 'BY', 'LABEL'],
    areas.map((area) => [
      area.id,
      area.suite,
      scopeText(area),
      placeText(area),
      expiryText(area),
      authorText(area.author),
      area.label,
    ]),
  );

/** What was added, and when it applies. */
export const formatAdded = (area: IgnoreArea): string =>
  `Added ${area.id}: "${area.label}", ${placeText(area)}, in ${scopeText(area)} of suite "${area.suite}", ${
    area.expiresAt === null ? 'without an expiry' : `until ${timeText(area.expiresAt)} UTC`
  }\nComparisons from now on ignore it; svc rediff <diffId> compares an earlier diff again\n`;
