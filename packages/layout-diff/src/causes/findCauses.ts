import type { Matching } from '../match/Matching.js';
import type { TreeNode } from '../tree/LayoutTree.js';
import { attributeShifts } from './attributeShifts.js';
import type { CauseKind } from './Cause.js';
import type { Draft } from './Draft.js';
import { draftStyles, draftUnused } from './draftStyles.js';
import { findContentChanges } from './findContentChanges.js';
import { findFontChange } from './findFontChange.js';
import { findPlaceChanges, findSizeChanges } from './findPositionChanges.js';
import { findStructureChanges } from './findStructureChanges.js';
import { computedAt, findStyleChanges } from './findStyleChanges.js';
import { findTokenChanges } from './findTokenChanges.js';
import { followTree } from './followTree.js';
import { isBesides } from './isBesides.js';
import { rankDrafts } from './rankDrafts.js';
import { findShifts } from './shiftOf.js';

/** What was changed between two records, the likeliest first, with the boxes that are elsewhere because of it. */
export function findCauses(matching: Matching): Draft[] {
  const { before, after } = matching;
  const tokens = findTokenChanges(before.record, after.record);
  const shifts = findShifts(matching);
  const [computed, certain] = split(findStyleChanges(matching), ({ isComputed }) => isComputed);
  const tree = findStructureChanges(matching);
  const content = findContentChanges(matching);
  const told = findHolders([...content, ...tree]);
  const drafts: Draft[] = [
    ...followTree(matching, draftStyles(certain, tokens, matching), tree),
    ...content.filter((draft) => !isTold(draft, told)),
    ...tree,
  ];
  drafts.push(...draftFont(matching, drafts));
  const own = computed.filter((change) => isBesides(change, drafts, shifts));
  drafts.push(...draftStyles(own, tokens, matching));
  const unexplained = attributeShifts(matching, drafts, shifts);
  const sizes = findSizeChanges(unexplained);
  drafts.push(...sizes);
  const places = findPlaceChanges(attributeShifts(matching, sizes, unexplained));
  drafts.push(...places);
  if (drafts.every(({ isHidden }) => isHidden)) drafts.push(...draftUnused(tokens));
  return rankDrafts(drafts);
}

function split<T>(all: readonly T[], test: (one: T) => boolean): [yes: T[], no: T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

/** Whether a drawing differs by what is recorded of an element in it. */
const isTold = ({ kind, property, places }: Draft, holders: ReadonlySet<TreeNode>): boolean =>
  kind === 'image' && property === null && places.some(({ after }) => after && holders.has(after));

/** All that holds an element which came, went or says something else. */
function findHolders(drafts: readonly Draft[]): ReadonlySet<TreeNode> {
  const holders = new Set<TreeNode>();
  for (const { places } of drafts) {
    for (const { before, after } of places) {
      let holder = (after ?? before)?.parent;
      for (; holder && !holders.has(holder); holder = holder.parent) holders.add(holder);
    }
  }
  return holders;
}

/** Text is drawn with other fonts, and no style says so: one fell back, or was replaced. */
function draftFont(matching: Matching, drafts: readonly Draft[]): Draft[] {
  const change = findFontChange(matching.before.record, matching.after.record);
  if (!change) return [];
  if (drafts.some(({ changes }) => changes.some(({ property }) => fontProperties.has(property)))) return [];
  const places = matching.before.nodes.flatMap((before) => {
    const after = matching.afterOf(before);
    return after && before.text && usesFont(before, change.from) ? [{ before, after }] : [];
  });
  // A font comes and goes with the only text that is drawn with it.
  if ((places.length === 0 || change.from === null) && drafts.some(({ kind }) => changesText.has(kind)))
    return [];
  return [{ kind: 'font', property: null, ...change, places, changes: [], shifted: [], affectsLayout: true }];
}

/** Whether the style of a text names one of the fonts that are gone; of any text where none is. */
function usesFont(node: TreeNode, from: string | null): boolean {
  const family = computedAt(node, 'font-family');
  return from === null || from.split(', ').some((name) => family.includes(name));
}

const changesText: ReadonlySet<CauseKind> = new Set(['inserted', 'removed', 'text']);
const fontProperties: ReadonlySet<string> = new Set(['font-family', 'font-weight', 'font-style']);
