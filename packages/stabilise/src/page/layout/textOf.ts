/** An element's own text; that of elements inside it is theirs. Frameworks split texts, so neighbors are one. */
export function textOf(element: Element): string {
  const mostCharacters = 10_000;
  // What a text area was filled with is its value.
  if (element.localName === 'textarea') return '';
  let text = '';
  for (let child = element.firstChild; child && text.length < mostCharacters; child = child.nextSibling) {
    if (child.nodeType === 3) text += child.nodeValue;
    else if (child.nodeType === 1) text += ' ';
  }
  return text;
}
