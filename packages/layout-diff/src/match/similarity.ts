import type { TreeNode } from '../tree/LayoutTree.js';

/** How sure it is that two elements of the same parent are the same one: 0 for not at all, else up to 1. */
export function similarity(before: TreeNode, after: TreeNode): number {
  if (before.testId !== after.testId && before.testId && after.testId) return 0;
  const isNamedAlike = before.testId !== '' && before.testId === after.testId;
  if (before.tag !== after.tag) return isNamedAlike ? 0.6 : 0;
  if (before.tag.startsWith('::')) return 1;
  const scores = [
    scoreOfKeys(before, after),
    // Classes of an element come and go with its state.
    2 * overlap(before.classes, after.classes),
    before.text === after.text ? (before.text ? 2 : 1) : 0.3,
    before.kind === after.kind ? 0.5 : 0,
    2 * overlapOfChildren(before, after),
  ];
  const score = scores.reduce((sum, one) => sum + one, isNamedAlike ? 3 : 0) / (isNamedAlike ? 10 : 7.5);
  return score < leastSimilarity ? 0 : score;
}

const leastSimilarity = 0.35;

function scoreOfKeys(before: TreeNode, after: TreeNode): number {
  const keys = [
    [before.id, after.id],
    [before.role, after.role],
    [before.name, after.name],
  ].filter(([a, b]) => a || b);
  if (keys.length === 0) return 0.5;
  return keys.filter(([a, b]) => a === b).length / keys.length;
}

function overlap(before: readonly string[], after: readonly string[]): number {
  if (before.length === 0 && after.length === 0) return 0.7;
  const common = before.filter((token) => after.includes(token)).length;
  return (2 * common) / (before.length + after.length);
}

function overlapOfChildren(before: TreeNode, after: TreeNode): number {
  if (before.children.length === 0 && after.children.length === 0) return 0.7;
  if (before.shape === after.shape) return 1;
  const left = new Map<number | string, number>();
  for (const child of before.children.slice(0, 50))
    for (const key of [child.meaning, `${child.tag}`]) left.set(key, (left.get(key) ?? 0) + 1);
  let common = 0;
  for (const child of after.children.slice(0, 50)) {
    for (const [key, worth] of [[child.meaning, 1] as const, [child.tag, 0.5] as const]) {
      const count = left.get(key) ?? 0;
      if (count === 0) continue;
      left.set(key, count - 1);
      common += worth;
      break;
    }
  }
  return (2 * common) / Math.min(100, before.children.length + after.children.length);
}
