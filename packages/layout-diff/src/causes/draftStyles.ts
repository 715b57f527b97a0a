import type { LayoutTree } from '../tree/LayoutTree.js';
import { narrow } from '../values/sides.js';
import { assignTokens } from './assignTokens.js';
import type { Draft } from './Draft.js';
import { computedAt } from './findStyleChanges.js';
import { affectsLayout } from './propertyEffects.js';
import type { StyleChange } from './StyleChange.js';
import type { TokenChange } from './TokenChange.js';

/** Changes of values as causes: those that a custom property explains are one, and so are equal ones at several elements. */
export function draftStyles(
  changes: readonly StyleChange[],
  tokens: readonly TokenChange[],
  trees: { before: LayoutTree; after: LayoutTree },
): Draft[] {
  const tokenOf = assignTokens(changes, tokens, { before: remOf(trees.before), after: remOf(trees.after) });
  const drafts = new Map<string, Draft>();
  for (const change of changes) {
    const token = tokenOf.get(change);
    const named = token
      ? { kind: 'customProperty' as const, property: token.name, from: token.from, to: token.to }
      : { kind: 'style' as const, ...narrow(change.property, change.from || 'none', change.to || 'none') };
    const key = token ? token.name : JSON.stringify([named.property, named.from, named.to]);
    const draft = drafts.get(key) ?? { ...named, places: [], changes: [], shifted: [], affectsLayout: false };
    // A custom property may have changed several values of one element.
    if (draft.places.at(-1)?.after !== change.after) draft.places.push(change);
    draft.changes.push(change);
    draft.affectsLayout ||= affectsLayout(change.property);
    drafts.set(key, draft);
  }
  return [...drafts.values()];
}

function remOf({ roots }: LayoutTree): number {
  const size = roots[0] ? Number.parseFloat(computedAt(roots[0], 'font-size')) : Number.NaN;
  return Number.isFinite(size) ? size : 16;
}

/** Custom properties that changed and that no recorded value shows; worth telling only where nothing else is. */
export const draftUnused = (tokens: readonly TokenChange[]): Draft[] =>
  tokens
    .filter(({ isDerived }) => !isDerived)
    .map(({ name, from, to }) => ({
      kind: 'customProperty',
      property: name,
      from,
      to,
      places: [],
      changes: [],
      shifted: [],
      affectsLayout: false,
      isHidden: true,
    }));
