import type { CauseGroup, DiffCauses, ResultCauses } from '@svc/schema';
import { presentSlot, type Slot } from '../slot.js';

/** A changed result; its causes are null where nothing is known. */
export interface CausedResult extends Slot {
  approvalStatus: DiffCauses['slots'][number]['approvalStatus'];
  causes: ResultCauses | null;
}

const mostGroups = 200;

/** The causes of all results of a diff, each once with the results that it explains. */
export function groupCauses(results: readonly CausedResult[]): DiffCauses {
  const known = results.flatMap(({ causes, ...result }) => (causes ? [{ ...result, causes }] : []));
  const groups = new Map<string, CauseGroup>();
  known.forEach(({ causes: { causes } }, place) => {
    const seen = new Set<string>();
    for (const { signature, kind, property, from, to, component, text, count, isWhole } of causes) {
      const group = groups.get(signature) ?? {
        ...{ signature, kind, property, from, to, component, text },
        elements: 0,
        results: [],
        explains: [],
      };
      groups.set(signature, group);
      group.elements += count;
      if (group.component !== component) group.component = null;
      if (seen.has(signature)) continue;
      seen.add(signature);
      group.results.push(place);
      if (isWhole) group.explains.push(place);
    }
  });
  const sorted = [...groups.values()].sort(
    (a, b) =>
      b.results.length - a.results.length ||
      b.explains.length - a.explains.length ||
      Number(a.signature > b.signature) - Number(a.signature < b.signature),
  );
  return {
    slots: known.map(({ approvalStatus, ...slot }) => ({ ...presentSlot(slot), approvalStatus })),
    groups: sorted.slice(0, mostGroups),
    total: sorted.length,
    unexplained: known.flatMap(({ causes }, place) => (causes.unexplained.length > 0 ? [place] : [])),
    unknown: results.length - known.length,
  };
}
