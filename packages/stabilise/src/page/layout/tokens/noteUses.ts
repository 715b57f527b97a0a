import type { LayoutSteps, Uses } from '../LayoutSteps.js';

/**
 * Notes of a block of declarations which properties it sets from custom ones, and from `currentcolor`.
 * @returns the custom properties that it declares
 */
export function noteUses(steps: LayoutSteps, block: string, uses: Uses): string[] {
  const declared: string[] = [];
  // A property is empty where a shorthand with a custom property set it, and others of that shorthand are set after it.
  if (!/--|currentcolor|: ;/i.test(block)) return declared;
  const note = (from: string, name: string) => {
    const names = uses.get(from) ?? new Set<string>();
    if (names.size === 0) uses.set(from, names);
    // A record has no properties of motion: pages stand still.
    if (!/^(animation|transition)/.test(name)) names.add(name);
  };
  const unescaped = (name: string) => (name.indexOf('\\') < 0 ? name : name.replace(/\\(.)/g, '$1'));
  steps.eachDeclaration(block, (escaped, value) => {
    const isCustom = escaped.indexOf('--') === 0;
    const name = isCustom ? unescaped(escaped) : escaped.toLowerCase();
    if (isCustom) declared[declared.length] = name;
    else if (value === '') note('', name);
    const mention = /--(?:[\w-]|[^\0-\x7f]|\\.)+/g;
    for (let found = mention.exec(value); found; found = mention.exec(value)) note(unescaped(found[0]), name);
    if (/currentcolor/i.test(value)) note('color', name);
  });
  return declared;
}
