import type { ResultCauses, UnexplainedKind } from '@svc/schema';

const words: Record<UnexplainedKind, string> = {
  image: 'the content of an image',
  canvas: 'a canvas',
  video: 'a video',
  frame: 'the content of a frame',
  rendering: 'rendering alone: layout and styles are the same',
  notRecorded: 'something that is not recorded',
};

/** `2 of 5 regions are not explained: a canvas`; empty where all are. */
export function unexplainedWords(
  { unexplained }: Pick<ResultCauses, 'unexplained'>,
  regionCount: number,
): string {
  const count = unexplained.length;
  if (count === 0) return '';
  const kinds = [...new Set(unexplained.map(({ kind }) => words[kind]))].join(', ');
  if (count === regionCount) return `${kinds.charAt(0).toUpperCase()}${kinds.slice(1)}`;
  return `${count} of ${regionCount} regions ${count === 1 ? 'is' : 'are'} not explained: ${kinds}`;
}
