import type { ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { neighbor, nextPending } from '../list/nextPending.js';
import type { Plan, Plans } from './Plan.js';
import { lookAt, type Scene } from './Scene.js';

/** From result to result, from region to region, and back. */
export function planMoves(
  scene: Scene,
): Pick<Plans, 'step' | 'nextPending' | 'choose' | 'chooseResult' | 'stepRegion' | 'chooseRegion' | 'back'> {
  const { search, list, rows, selected, marked } = scene;
  const index = selected?.index ?? -1;
  const goTo = (target: ReviewItem | undefined): Plan | null =>
    target ? { search: lookAt(scene, target) } : null;
  const showRegion = (index: number): Plan => ({
    search: { region: String(index + 1) },
    showRegion: index,
  });
  return {
    step: (by) => goTo(neighbor(rows, index < 0 && by < 0 ? rows.length : index, by)),
    nextPending: () => goTo(nextPending(rows, index)),
    choose: (at) => {
      const row = rows[at];
      if (row?.kind !== 'result') return null;
      return {
        search: { result: slotKey(row.result), region: undefined },
        push: search.result === undefined,
      };
    },
    chooseResult: goTo,
    stepRegion: (by) => {
      const regions = selected?.result.regions ?? [];
      if (!selected || regions.length === 0) return null;
      const start = by === 1 ? -1 : 0;
      const next = ((selected.region < 0 ? start : selected.region) + by + regions.length) % regions.length;
      return showRegion(next);
    },
    chooseRegion: showRegion,
    back: (isNarrow) => {
      if (marked.size > 0) return { search: { selected: undefined } };
      if (isNarrow && search.result) return { search: { result: undefined } };
      if (list.query || list.component) return { search: { q: undefined, component: undefined } };
      // One press too many must not lose the place.
      return {};
    },
  };
}
