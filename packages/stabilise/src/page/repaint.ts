/**
 * Has everything painted again. What was painted once and then moved by a part of a pixel may be a pixel off from what
 * is painted first where it ends up, and whether it was painted before it moved is chance.
 */
export function repaint(): void {
  const root = document.documentElement;
  const sheet = new CSSStyleSheet();
  // Inherited by all, and needs paint, but no layout. It is undone before anybody sees it.
  sheet.replaceSync(':root { paint-order: stroke !important }');
  const sheets = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...sheets, sheet];
  getComputedStyle(root).paintOrder;
  document.adoptedStyleSheets = sheets;
  getComputedStyle(root).paintOrder;
}
