import type { Marks } from './AccessibilitySteps.js';

/** What rules look at beside roles and names. Numbers do not count: those in ids differ between two captures of the same page. */
export function createMarks(hashOf: (text: string) => string): Marks {
  const isMark =
    /^(role|lang|alt|for|type|scope|headers|tabindex|title|placeholder|autocomplete|href|summary|aria-.*)$/;
  let hash = hashOf(`${document.title ? 'titled' : ''} ${document.documentElement.lang}`);
  return {
    add({ localName, attributes }) {
      let text = localName;
      for (let index = 0; index < attributes.length; index += 1) {
        const { name, value } = attributes[index] as Attr;
        if (isMark.test(name)) text += ` ${name}=${name === 'href' ? '' : value.replace(/\d+/g, '#')}`;
      }
      hash = hashOf(`${hash} ${text}`);
    },
    hash: () => hash,
  };
}
