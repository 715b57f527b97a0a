import type { TextTable } from './LayoutSteps.js';

/** What identifies the picture that an image shows: its address, or a hash of its drawing without ids, which are often counted up, and classes, which builds hash. */
export function imageOf(element: Element, texts: TextTable): string {
  if (element.localName === 'svg') {
    const drawing = element.innerHTML;
    return texts.hashOf(drawing.replace(/\s(id|class|aria-[a-z]+)="[^"]*"|#[^")\s]+/g, ''));
  }
  const { currentSrc, src } = element as HTMLImageElement;
  const address = texts.withoutOrigin(currentSrc || src || '');
  const fragment = address.indexOf('#');
  return fragment < 0 ? address : address.slice(0, fragment);
}
