import { readVariant, type Variant, viewportText } from '../client/variantSearch.js';

/**
 * Identity of a result in its diff and in the URL: `Button/Primary`, `Button/Primary@1280x720` or
 * `Button/Primary@1280x720@firefox`; without a viewport `Button/Primary@@firefox`.
 */
export function slotKey({ name, viewport, browser }: { name: string } & Variant): string {
  const parts = [escaped(name), viewportText(viewport), escaped(browser ?? '')];
  while (parts.at(-1) === '') parts.pop();
  return parts.join('@');
}

/** What separates the parts must not occur in one. */
const escaped = (text: string): string => text.replace(/[%@]/g, encodeURIComponent);

/** The slot that a key in an address is of; undefined where it is none. */
export function slotOf(key: string): ({ name: string } & Variant) | undefined {
  try {
    const [name = '', viewport, browser] = key.split('@').map(decodeURIComponent);
    return name === '' ? undefined : { name, ...readVariant({ viewport, browser }) };
  } catch {
    return undefined;
  }
}
