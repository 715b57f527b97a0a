import { diffLayouts } from '../src/diffLayouts.js';
import { buildRecord, type Element, type Page } from './buildRecord.js';

/** A page with some elements in its body. */
export const page = (children: Element[], more: Omit<Page, 'root'> & { style?: Element['style'] } = {}) =>
  buildRecord({
    ...more,
    root: {
      tag: 'html',
      box: [0, 0, 800, 600],
      ...(more.style && { style: more.style }),
      children: [{ tag: 'body', box: [0, 0, 800, 600], children }],
    },
  });

/** What is said of the causes between two pages. */
export const textsOf = (before: Parameters<typeof diffLayouts>[0], after: typeof before) =>
  diffLayouts(before, after).causes.map(({ text }) => text);

export const button = (text: string, more: Partial<Element> = {}): Element => ({
  tag: 'button',
  classes: 'Button_root__x3f9A',
  text,
  ...more,
});
