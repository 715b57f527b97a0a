import type { FlakeReason, FlakySnapshot } from '@svc/schema';

interface ReasonWords {
  title: string;
  /** What to do about it. */
  advice: string;
}

const reasons: Record<FlakeReason, ReasonWords> = {
  animation: {
    title: 'The page keeps moving',
    advice: 'Stop the movement in the story or test, or ignore the element that moves.',
  },
  lateFont: {
    title: 'A font was missing or late',
    advice: 'Ship the font with the build and preload it, so that no other host has to answer.',
  },
  network: {
    title: 'It depends on what a server answers',
    advice: 'Give the page fixed data: mock the request, or ship the file with the build.',
  },
  clock: {
    title: 'It shows a date or a time',
    advice: 'Pass a fixed date to the component, or fix the clock of the test.',
  },
  random: {
    title: 'It shows a value that changes from run to run',
    advice: 'Seed the value or pass it in, such as an ID, a count or an order of rows.',
  },
  rendering: {
    title: 'The same page was drawn differently',
    advice: 'Raise the threshold of this snapshot, or ignore the area where drawing varies.',
  },
  renderer: {
    title: 'Two browsers or machines took the images',
    advice: 'Capture with one browser version and one set of fonts: the fleet, or svc run --container.',
  },
  order: {
    title: 'It depends on the stories before it',
    advice: 'Have stories remove what they add to the document: styles, portals, globals.',
  },
  unknown: {
    title: 'The reason is not known',
    advice: 'Compare the two images to find what differs, then hold it still or ignore it.',
  },
};

/** The service's own documentation, of its version. */
const documentation = '/docs/flaky/';

/** A reason in words, with where the documentation says more; one that only a newer service knows is not known here. */
export function reasonWords(reason: FlakeReason): ReasonWords & { url: string } {
  const known = Object.hasOwn(reasons, reason) ? reason : 'unknown';
  return { ...reasons[known], url: `${documentation}#${known.toLowerCase()}` };
}

/** What showed it the last time, as a sentence without its full stop. */
export const kindWords: Record<FlakySnapshot['kind'], string> = {
  unstable: 'Two images of the page in one capture differ',
  recaptured: 'Two captures of one commit differ',
  retried: 'A retry of its test took a different image',
  flipped: 'It went back to an image that a reviewer had decided against',
};

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`];

/** `3 unstable captures, 1 retry with a different image`. */
export const countsWords = ({ unstable, recaptured, retried, flipped }: FlakySnapshot['counts']): string =>
  [
    ...counted(unstable, 'unstable capture', 'unstable captures'),
    ...counted(
      recaptured,
      'capture that differs from another capture of its commit',
      'captures that differ from other captures of their commits',
    ),
    ...counted(retried, 'retry with a different image', 'retries with different images'),
    ...counted(flipped, 'flip between reviewed images', 'flips between reviewed images'),
  ].join(', ');

/** `2.5`; never more digits than anybody compares. */
export const scoreWords = (score: number): string =>
  score.toLocaleString(undefined, { maximumFractionDigits: score < 1 ? 2 : 1 });
