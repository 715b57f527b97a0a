import { fitBytes } from './fitBytes.js';

/** Bytes that a comment may have. */
const maximumComment = 32_000;

/**
 * A marker for the end of a comment: Bitbucket shows HTML as it was written, but nothing of a link that nobody refers to.
 */
export const bitbucketMarker = (marker: string): string => `[//]: # (svc:${marker})`;

/** The text of a comment, with the marker by which it is found again. */
export function markedComment(body: string, marker: string): string {
  const hidden = bitbucketMarker(marker);
  return `${fitBytes(body, maximumComment - Buffer.byteLength(hidden) - 2)}\n\n${hidden}`;
}

/** Whether a host refuses to edit a comment since somebody else wrote it. */
export const isOfAnother = (status: number): boolean => [401, 403, 404].includes(status);
