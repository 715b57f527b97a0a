import type {} from '../DocumentKit.js';

/**
 * Tells `partStyles` the color of each progress bar without a value that the browser draws itself: it moves in a time of
 * its own, which nothing can stop.
 */
export function markProgressBars(root: Document | ShadowRoot): void {
  const property = '--svc-progress';
  for (const bar of root.querySelectorAll<HTMLElement>('progress:indeterminate')) {
    const style = window.svcDocumentKit.styleOf(bar);
    const isMarked = bar.style.getPropertyValue(property) !== '';
    const isPlain =
      style.appearance === 'auto' &&
      style.backgroundColor === 'rgba(0, 0, 0, 0)' &&
      style.backgroundImage === 'none' &&
      style.borderTopStyle === 'none';
    if (!isMarked && !isPlain) continue;
    bar.style.setProperty(property, style.accentColor === 'auto' ? '#0075ff' : style.accentColor);
  }
}
