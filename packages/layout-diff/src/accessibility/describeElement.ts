import { stableClass, stableId } from '../tree/stableClass.js';
import type { AccessibilityNode } from './AccessibilityRecord.js';

/** Names an element for people: `button.Button_root "Save"`. */
export function describeElement({ tag, id, testId, classes = [], name, text }: AccessibilityNode): string {
  const [named] = classes.map(stableClass).filter(Boolean);
  const key = testId
    ? `[data-testid="${testId}"]`
    : id && stableId(id) === id
      ? `#${id}`
      : named
        ? `.${named}`
        : '';
  const said = (name || text || '').slice(0, 40);
  return `${tag}${key}${said ? ` "${said}"` : ''}`;
}
