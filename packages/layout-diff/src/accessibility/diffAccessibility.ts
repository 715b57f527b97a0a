import { longestCommon } from '../match/longestCommon.js';
import type { Box } from '../tree/LayoutTree.js';
import type { AccessibilityNode, AccessibilityRecord } from './AccessibilityRecord.js';
import { describeElement } from './describeElement.js';
import { type Finding, findingKinds } from './Finding.js';
import { findingText } from './findingText.js';
import { matchRecords, type Pair } from './matchRecords.js';

export interface AccessibilityDiff {
  /** The gravest kinds first, each in document order. */
  findings: Finding[];
  /** A record was cut off, or one of them has no violations: there may be more. */
  isPartial: boolean;
}

/**
 * What became worse or different for assistive technology between two records of a page: of elements that both have, and
 * violations that are new. What an older page already violates is not a finding, and neither is an element that came or went.
 */
export function diffAccessibility(
  before: AccessibilityRecord,
  after: AccessibilityRecord,
): AccessibilityDiff {
  const pairs = matchRecords(before, after);
  const drafts = [
    ...pairs.flatMap(([one, other]) => compareNodes(nodeAt(before, one), nodeAt(after, other))),
    ...findMovedFocus(before, after, pairs),
    ...findViolations(before, after, pairs),
  ];
  const findings = drafts
    .map(({ node, earlier, help, ...draft }) => {
      const element = describeElement(node.name || !earlier ? node : { ...node, name: earlier.name });
      const told = { ...draft, element };
      return {
        ...told,
        signature: [draft.kind, element, draft.property, draft.from, draft.to].join('\n'),
        text: findingText(told, help ?? ''),
        boxes: { before: earlier ? boxOf(earlier) : null, after: boxOf(node) },
      };
    })
    .sort((a, b) => findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind));
  const isPartial =
    [before, after].some(({ partial }) => partial !== undefined) ||
    before.violations === null ||
    after.violations === null;
  return { findings, isPartial };
}

interface Draft extends Pick<Finding, 'kind' | 'property' | 'from' | 'to' | 'impact'> {
  node: AccessibilityNode;
  earlier: AccessibilityNode | null;
  help?: string;
}

const none = { property: null, from: null, to: null, impact: null };

function compareNodes(earlier: AccessibilityNode, node: AccessibilityNode): Draft[] {
  const drafts: Draft[] = [];
  const add = (draft: Partial<Draft> & Pick<Draft, 'kind'>) =>
    drafts.push({ ...none, ...draft, node, earlier });
  const isExposed = earlier.role !== '' && node.role !== '';
  if (earlier.role !== node.role && earlier.role !== '')
    add({ kind: 'roleChanged', from: earlier.role, to: node.role || null });
  if (isExposed && earlier.name !== node.name && earlier.name !== '')
    add({ kind: node.name ? 'nameChanged' : 'nameLost', from: earlier.name, to: node.name || null });
  if (isExposed) {
    const [states, later] = [new Map(earlier.states), new Map(node.states)];
    for (const name of [...new Set([...states.keys(), ...later.keys()])].sort()) {
      const [from, to] = [states.get(name) ?? null, later.get(name) ?? null];
      if (from !== to) add({ kind: 'stateChanged', property: name, from, to });
    }
  }
  if (earlier.order !== undefined && node.order === undefined) add({ kind: 'focusLost' });
  if (earlier.order === undefined && node.order !== undefined) add({ kind: 'focusGained' });
  return drafts;
}

/** The fewest elements whose place in the tab order has to have changed, of those that have one in both. */
function findMovedFocus(
  before: AccessibilityRecord,
  after: AccessibilityRecord,
  pairs: readonly Pair[],
): Draft[] {
  const focusable = pairs.flatMap(([one, other], key) => {
    const [earlier, node] = [nodeAt(before, one), nodeAt(after, other)];
    return earlier.order !== undefined && node.order !== undefined
      ? [{ key, earlier, node, from: earlier.order, to: node.order }]
      : [];
  });
  const early = [...focusable].sort((a, b) => a.from - b.from);
  const late = [...focusable].sort((a, b) => a.to - b.to);
  const kept = new Set(
    longestCommon(early, late, (a, b) => a.key === b.key).map(([place]) => early[place]?.key),
  );
  return focusable
    .filter(({ key }) => !kept.has(key))
    .map(({ earlier, node, from, to }) => ({
      ...none,
      kind: 'focusOrder',
      from: `${from}`,
      to: `${to}`,
      node,
      earlier,
    }));
}

function findViolations(
  before: AccessibilityRecord,
  after: AccessibilityRecord,
  pairs: readonly Pair[],
): Draft[] {
  if (before.violations === null || after.violations === null) return [];
  const beforeOf = new Map(pairs.map(([one, other]) => [other, one]));
  const old = new Set(before.violations.map(({ rule, node }) => `${rule} ${node}`));
  const seen = new Set<string>();
  return after.violations.flatMap(({ rule, node: place, impact, help, contrast }): Draft[] => {
    const one = beforeOf.get(place);
    const key = `${rule} ${place}`;
    if (seen.has(key) || (one !== undefined && old.has(`${rule} ${one}`))) return [];
    seen.add(key);
    const found = {
      property: rule,
      impact,
      help,
      node: nodeAt(after, place),
      earlier: one === undefined ? null : nodeAt(before, one),
    };
    return contrast
      ? [
          {
            ...found,
            kind: 'contrast',
            from: ratioText(contrast.needed),
            to: ratioText(contrast.ratio),
          },
        ]
      : [{ ...found, kind: 'violation', from: null, to: null }];
  });
}

function nodeAt({ nodes }: AccessibilityRecord, place: number): AccessibilityNode {
  const node = nodes[place];
  if (!node) throw new Error(`an accessibility record has no node ${place}`);
  return node;
}

const ratioText = (ratio: number): string => `${Math.floor(ratio * 100) / 100}:1`;
const boxOf = ({ box: [x, y, width, height] }: AccessibilityNode): Box => ({ x, y, width, height });
