import type {} from './DocumentKit.js';

/**
 * As `repaint`, with less than half of the work: what it changes looks the same, so it stays until the next time takes it back, and
 * styles are not computed yet, but along with whatever else has changed.
 * @returns computes them, and says whether all will be painted: not in a page with a rule of its own for this
 */
export function paintAnew(): () => boolean {
  const kit = window.svcDocumentKit;
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== kit.paint);
  const isOn = kit.paint !== null && others.length < document.adoptedStyleSheets.length;
  if (isOn) document.adoptedStyleSheets = others;
  else {
    if (kit.paint === null) {
      kit.paint = new CSSStyleSheet();
      // Inherited by all, and needs paint, but no layout: `normal` by another name.
      kit.paint.replaceSync(':where(:root) { paint-order: fill }');
    }
    // The last one stays what it is.
    document.adoptedStyleSheets = [kit.paint, ...others];
  }
  return () => kit.styleOf(document.documentElement).paintOrder === (isOn ? 'normal' : 'fill');
}
