import type {} from '../DocumentKit.js';

export interface ShownParts {
  /** URLs of images, style sheets and scripts that the document has now. */
  urls: string[];
  /** Something is set in a font that could not be loaded. */
  lacksFont: boolean;
}

/** What the document shows now, to tell which of the parts that failed in it matter to the image. */
export function shownParts(): ShownParts {
  const roots = window.svcDocumentKit.roots();
  const urls: string[] = [];
  for (const root of roots) {
    for (const image of root.querySelectorAll('img')) urls.push(image.currentSrc || image.src);
    for (const link of root.querySelectorAll('link')) urls.push(link.href);
    for (const script of root.querySelectorAll('script')) urls.push(script.src);
  }
  const plain = (family: string) => family.trim().replace(/^["']|["']$/g, '');
  const broken = new Set(
    [...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => plain(family)),
  );
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const isSetInBroken = (element: Element) =>
    hasText(element) &&
    element.checkVisibility() &&
    getComputedStyle(element)
      .fontFamily.split(',')
      .some((family) => broken.has(plain(family)));
  const lacksFont =
    broken.size > 0 && roots.some((root) => [...root.querySelectorAll('*')].some(isSetInBroken));
  return { urls: urls.filter((url) => url !== ''), lacksFont };
}
