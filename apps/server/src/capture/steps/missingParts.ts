import type { MissingPart } from '@svc/schema';
import { shownParts } from '@svc/stabilise';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';

/** Of one image. More tell nobody more. */
const mostParts = 20;
const longestUrl = 500;

/**
 * What the image lacks: parts that could not be loaded while the story was shown, or before it in the same document where
 * the story shows them too.
 * @param late what did not come in time
 */
export async function missingParts(stage: Stage, late: MissingPart[]): Promise<MissingPart[]> {
  const failed = stage.requests.failed();
  const isOld = failed.some(({ isOfStory }) => !isOfStory);
  const shown = isOld ? await inEveryFrame(stage, shownParts, null) : [];
  const urls = new Set(shown.flatMap((frame) => frame.urls));
  const lacksFont = shown.some((frame) => frame.lacksFont);
  const missing = failed.filter(
    ({ url, isFont, isOfStory }) => isOfStory || urls.has(url) || (isFont && lacksFont),
  );
  const all = new Map([...missing, ...late].map(({ url, reason }) => [url.slice(0, longestUrl), reason]));
  return [...all].slice(0, mostParts).map(([url, reason]) => ({ url, reason }));
}
