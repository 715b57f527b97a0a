import type { ReportedResult } from './Output.js';

const causesShown = 5;

/** The causes of most changes, each with how many it has a part in. */
export function causeLines(results: readonly Pick<ReportedResult, 'causes'>[]): string[] {
  const counts = new Map<string, { text: string; count: number }>();
  const known = results.flatMap(({ causes }) => causes ?? []);
  for (const { causes } of known) {
    for (const [signature, text] of new Map(causes.map((cause) => [cause.signature, cause.text]))) {
      const before = counts.get(signature);
      counts.set(signature, { text: before?.text ?? text, count: (before?.count ?? 0) + 1 });
    }
  }
  const unexplained = known.filter(({ isExplained }) => !isExplained).length;
  if (counts.size === 0) return [];
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count);
  const more = sorted.length - causesShown;
  return [
    'Causes, those of most changes first:',
    ...sorted.slice(0, causesShown).map(({ text, count }) => `  ${count} × ${text}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(unexplained > 0 ? [`  ${unexplained} with pixels that no cause explains`] : []),
  ];
}

const unexplainedWords = {
  image: 'inside an image',
  canvas: 'on a canvas',
  video: 'in a video',
  frame: 'in a frame of another origin',
  rendering: 'without a difference in layout or style: the rendering, or a flake',
  notRecorded: 'where the page was too large to be recorded',
} as const;

/** Why one result changed. */
export function explainCauses(causes: ReportedResult['causes']): string[] {
  if (!causes) return [];
  const more = causes.total - causes.causes.length;
  const kinds = [...new Set(causes.unexplained.map(({ kind }) => kind))];
  return [
    causes.causes.length > 0 ? 'Why:' : 'Why: no difference in layout or style was found',
    ...causes.causes.map(({ text }) => `  ${text}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...kinds.map((kind) => `  Not explained: pixels ${unexplainedWords[kind]}`),
  ];
}
