import type { Baseline } from '@svc/schema';
import { viewportText } from '../../client/variantSearch.js';

export interface Filter {
  /** Words that are all in the name, in any order and case. */
  q: string;
  /** `1280x720`, or `none` for those without. */
  viewport?: string | undefined;
  /** Its name, or `none` for those without. */
  browser?: string | undefined;
  /** One of {@link ages}. */
  age?: string | undefined;
}

const day = 86_400_000;
/** Milliseconds since the baseline was made. */
export const ages: Readonly<Record<string, { words: string; milliseconds: number }>> = {
  day: { words: 'In the last day', milliseconds: day },
  week: { words: 'In the last week', milliseconds: 7 * day },
  month: { words: 'In the last month', milliseconds: 30 * day },
};

const folded = (text: string) => text.normalize('NFC').toLowerCase();
const viewportOf = ({ viewport }: Pick<Baseline, 'viewport'>) => viewportText(viewport) || 'none';
const browserOf = ({ browser }: Pick<Baseline, 'browser'>) => browser ?? 'none';

export function filterBaselines<One extends Pick<Baseline, 'name' | 'viewport' | 'browser' | 'createdAt'>>(
  baselines: readonly One[],
  { q, viewport, browser, age }: Filter,
  now: number,
): One[] {
  const words = folded(q).split(/\s+/).filter(Boolean);
  const newest = age === undefined ? undefined : ages[age];
  return baselines.filter((one) => {
    if (viewport !== undefined && viewportOf(one) !== viewport) return false;
    if (browser !== undefined && browserOf(one) !== browser) return false;
    if (newest && now - Date.parse(one.createdAt) > newest.milliseconds) return false;
    const name = folded(one.name);
    return words.every((word) => name.includes(word));
  });
}

/** Every viewport that there is, the narrowest first. */
export const viewportsOf = (baselines: readonly Pick<Baseline, 'viewport'>[]): string[] =>
  [...new Set(baselines.map(viewportOf))].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));

/** Every browser that there is. */
export const browsersOf = (baselines: readonly Pick<Baseline, 'browser'>[]): string[] =>
  [...new Set(baselines.map(browserOf))].sort();
