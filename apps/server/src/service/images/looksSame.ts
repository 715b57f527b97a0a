import type { IgnoredRegion } from '@svc/schema';
import type { Resources } from '../Resources.js';
import { unlessTooUnlike } from './unlessTooUnlike.js';

/** Whether no pixel of two images differs at all, but for those in boxes that are ignored of both. */
export async function looksSame(
  compare: Resources['compare'],
  before: Uint8Array,
  after: Uint8Array,
  ignored: readonly IgnoredRegion[],
): Promise<boolean> {
  const ignore = { before: ignored, after: ignored };
  const terms = { threshold: 0, antiAliasing: false, explain: false, ignore };
  const comparison = await unlessTooUnlike(compare(before, after, terms));
  return comparison?.equal ?? false;
}
