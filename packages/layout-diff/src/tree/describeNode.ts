import type { TreeNode } from './LayoutTree.js';
import { isUtility, stableClass } from './stableClass.js';

/** What a developer calls the thing that a node is part of: its test id, or a class that says what it is. */
export function componentOf({ testId, classes }: TreeNode): string | null {
  if (testId) return testId;
  const [named] = classes
    .filter((token) => !isUtility(token))
    .map((token) => stableClass(token))
    .filter(Boolean);
  return named ?? null;
}

/** Names a node for people: `button.Button_root "Save"`. */
export function describeNode(node: TreeNode): string {
  const { tag, id, testId, role, parent, name, text } = node;
  if (tag.startsWith('::') && parent) return `${describeNode(parent)}${tag}`;
  const component = componentOf(node);
  const key = testId
    ? `[data-testid="${testId}"]`
    : id && !id.includes('#')
      ? `#${id}`
      : component
        ? `.${component}`
        : role
          ? `[role=${role}]`
          : '';
  const said = (name || text).slice(0, 40);
  return `${tag}${key}${said ? ` "${said}"` : ''}`;
}
