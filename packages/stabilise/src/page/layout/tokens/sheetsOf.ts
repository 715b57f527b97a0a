/** The style sheets of a document or a shadow root, those that scripts have adopted last. */
export function sheetsOf({ styleSheets, adoptedStyleSheets }: Document | ShadowRoot): CSSStyleSheet[] {
  const sheets: CSSStyleSheet[] = [];
  for (let index = 0; index < styleSheets.length; index += 1)
    sheets[sheets.length] = styleSheets[index] as CSSStyleSheet;
  for (let index = 0; index < adoptedStyleSheets.length; index += 1)
    sheets[sheets.length] = adoptedStyleSheets[index] as CSSStyleSheet;
  return sheets;
}
