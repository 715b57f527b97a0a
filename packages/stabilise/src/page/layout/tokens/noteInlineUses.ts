import type { LayoutSteps, Uses } from '../LayoutSteps.js';

/** Notes what attributes of an element set from custom properties: its `style`, and any of an SVG element. */
export function noteInlineUses(steps: LayoutSteps, element: Element, uses: Uses): void {
  const style = element.getAttribute('style');
  if (style !== null) steps.noteUses(steps, style, uses);
  if (element.namespaceURI !== 'http://www.w3.org/2000/svg') return;
  const { attributes } = element;
  for (let index = 0; index < attributes.length; index += 1) {
    const { name, value } = attributes[index] as Attr;
    if (name !== 'style' && /var\(|currentcolor/i.test(value))
      steps.noteUses(steps, `${name}:${value}`, uses);
  }
}
