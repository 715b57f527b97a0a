import type { SnapshotDetails } from '@svc/schema';

/** What the time of a capture goes into, in the order in which it happens. */
export const timingParts = [
  { key: 'load', word: 'Load', what: 'until the page or story has loaded', color: 'var(--part-load)' },
  { key: 'delay', word: 'Delay', what: 'set by the target', color: 'var(--part-delay)' },
  { key: 'settle', word: 'Settle', what: 'until nothing loads or moves', color: 'var(--part-settle)' },
  {
    key: 'pose',
    word: 'Steps',
    what: 'hiding ignored elements, ending animations',
    color: 'var(--part-pose)',
  },
  { key: 'shot', word: 'Screenshot', what: 'until two images are equal', color: 'var(--part-shot)' },
  {
    key: 'compare',
    word: 'Compare',
    what: 'with the expected image',
    color: 'var(--part-compare)',
  },
  { key: 'store', word: 'Upload', what: 'checking and storing the image', color: 'var(--part-store)' },
] as const;

type Timed = Pick<SnapshotDetails, 'timings'>;

/** Milliseconds of all parts of one snapshot; null where there are none. */
export const totalOf = ({ timings }: Timed): number | null =>
  timings && timingParts.reduce((sum, { key }) => sum + (timings[key] ?? 0), 0);

/** Those that were timed, the slowest first. */
export const slowestFirst = <One extends Timed>(snapshots: readonly One[]): One[] =>
  snapshots
    .flatMap((one) => {
      const total = totalOf(one);
      return total === null ? [] : [{ one, total }];
    })
    .sort((a, b) => b.total - a.total)
    .map(({ one }) => one);

/** Milliseconds of each part, of all snapshots together. */
export const sumOfParts = (snapshots: readonly Timed[]): Record<string, number> =>
  Object.fromEntries(
    timingParts.map(({ key }) => [
      key,
      snapshots.reduce((sum, { timings }) => sum + (timings?.[key] ?? 0), 0),
    ]),
  );

/** `480 ms`, `3.2 s`, `2 min 5 s`. */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 1) return milliseconds === 0 ? '0 ms' : '< 1 ms';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
