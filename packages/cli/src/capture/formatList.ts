import type { CaptureTarget, StoryEntry } from '@svc/sdk';
import { countText } from '../output/countText.js';
import type { StoryTarget } from '../stories/explodeStories.js';

/** What of a build is captured, and what is not. */
export interface TargetList {
  targets: CaptureTarget[];
  disabled: StoryEntry[];
  /** Left out by `--filter`. */
  filtered: StoryTarget[];
  /** Left out by `--only-changed`. */
  unaffected: StoryTarget[];
  /** Why `--only-changed` captures or carries a target, by the target's name. */
  reasons: ReadonlyMap<string, string>;
}

/** The list as lines, or as one JSON document: `{targets, leftOut}` with `name`, `viewport`, `problem` and `reason`. */
export function formatList(list: TargetList, format: 'text' | 'json'): string {
  const { targets } = list;
  const leftOut = [
    ...list.disabled.map(({ title, name }) => ({
      name: title ? `${title}/${name}` : name,
      reason: 'disabled',
    })),
    ...list.filtered.map(({ target }) => ({ name: target.name, reason: 'does not match --filter' })),
    ...list.unaffected.map(({ target }) => ({ name: target.name, reason: list.reasons.get(target.name) })),
  ];
  if (format === 'json') {
    const captured = targets.map(({ name, viewport = null, problem }) => ({
      ...{ name, viewport, problem },
      reason: list.reasons.get(name),
    }));
    return `${JSON.stringify({ targets: captured, leftOut }, null, 2)}\n`;
  }
  const lines = [
    ...targets.map(({ name, viewport, problem }) => {
      const size = viewport ? `  ${viewport.width}x${viewport.height}` : '';
      const reason = list.reasons.get(name);
      const why = reason === undefined ? '' : `  ${reason}`;
      return `${name}${size}${problem === undefined ? why : `  fails: ${problem}`}`;
    }),
    '',
    `${countText(targets.length, 'target')} would be captured, ${leftOut.length} would not`,
    ...leftOut.map(({ name, reason }) => `${name}  ${reason}`),
  ];
  return `${lines.join('\n')}\n`;
}
