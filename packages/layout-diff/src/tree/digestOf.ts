import { drawnAttributes } from './drawnAttributes.js';
import type { TreeNode } from './LayoutTree.js';

/** Equal for elements that say and show the same, in all records; how they look does not matter. */
export function digestOf(element: TreeNode): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  const add = (text: string) => {
    for (let place = 0; place <= text.length; place++) {
      // Each text ends with a character that is in none.
      const code = place < text.length ? text.charCodeAt(place) : 0x10000;
      high = Math.imul(high ^ code, 0x9e3779b1);
      low = Math.imul(low ^ code, 0x5f356495);
    }
  };
  const waiting = [element];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { tag, role, name, text, content, image, attributes, children } = node;
    for (const said of [tag, role, name, text, content, image, `${children.length}`]) add(said);
    for (const [attribute, value] of attributes) {
      if (drawnAttributes.has(attribute)) add(`${attribute}=${value}`);
    }
    waiting.push(...children);
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
