import type { ResultCauses, UnexplainedKind } from '@svc/schema';

const words: Record<UnexplainedKind, string> = {
  image: 'the content of an image',
  canvas: 'a canvas',
  video: 'a video',
  frame: 'the content of a frame',
  rendering: 'rendering alone: layout and styles are the same',
  notRecorded: 'something that is not recorded',
};

const noise = 'rendering noise: layout and styles are the same, and two captures of the page differ';

/**
 * `2 of 5 regions are not explained: a canvas`; empty where all are.
 * @param isUnstable whether a second image of the same page differed from the first
 */
export function unexplainedWords(
  { unexplained }: Pick<ResultCauses, 'unexplained'>,
  regionCount: number,
  isUnstable = false,
): string {
  const count = unexplained.length;
  if (count === 0) return '';
  const wordsOf = (kind: UnexplainedKind) => (kind === 'rendering' && isUnstable ? noise : words[kind]);
  const kinds = [...new Set(unexplained.map(({ kind }) => wordsOf(kind)))].join(', ');
  if (count === regionCount) return `${kinds.charAt(0).toUpperCase()}${kinds.slice(1)}`;
  return `${count} of ${regionCount} regions ${count === 1 ? 'is' : 'are'} not explained: ${kinds}`;
}
