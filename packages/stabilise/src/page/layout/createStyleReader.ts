import type { Spot, StyleReader } from './LayoutSteps.js';

/**
 * Reads computed values, in the order of the names. A property without effect on an element is empty and not read: reading is
 * most of what a recording takes.
 */
export function createStyleReader(names: readonly string[]): StyleReader {
  /** What has to be true of an element for a property to have an effect. */
  const needs: Record<string, string> = {
    fill: 'isSvg',
    stroke: 'isSvg',
    'stroke-width': 'isSvg',
    'list-style-type': 'isListItem',
    'accent-color': 'isControl',
    'background-position': 'hasImage',
    'background-size': 'hasImage',
    'text-decoration-color': 'hasLine',
    'text-overflow': 'cutsOff',
    'vertical-align': 'isInline',
    'z-index': 'isPlaced',
    'border-color': 'hasBorder',
    outline: 'hasOutline',
    gap: 'hasGap',
    flex: 'isItem',
    order: 'isItem',
    'align-self': 'isItem',
    'flex-direction': 'isFlex',
    'flex-wrap': 'isFlex',
    'align-content': 'isContainer',
    'align-items': 'isContainer',
    'justify-content': 'isContainer',
    'justify-items': 'isGrid',
    'grid-template-columns': 'isGrid',
    'grid-template-rows': 'isGrid',
    'object-fit': 'isReplaced',
  };
  const ofShapes =
    /^(color|font-.*|display|visibility|opacity|transform|fill|stroke|stroke-width|filter|clip-path|mask-image|mix-blend-mode|text-.*)$/;
  const plain: boolean[] = [];
  const needed: string[] = [];
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    needed[index] = needs[name] ?? '';
    plain[index] = ofShapes.test(name);
  }

  function factsOf(value: (name: string) => string, { element, pseudo, isItem }: Spot) {
    const { localName } = element;
    const display = value('display');
    const isFlex = display === 'flex' || display === 'inline-flex';
    const isGrid = display === 'grid' || display === 'inline-grid';
    const isContainer = isFlex || isGrid;
    return {
      isSvg: element.namespaceURI === 'http://www.w3.org/2000/svg',
      isListItem: display === 'list-item',
      isControl: localName === 'input' || localName === 'progress',
      hasImage: value('background-image') !== 'none',
      hasLine: value('text-decoration-line') !== 'none',
      cutsOff: value('overflow') !== 'visible',
      isInline: /^inline|^table-cell/.test(display),
      isPlaced: isItem || value('position') !== 'static',
      hasBorder: value('border-width') !== '0px',
      hasOutline: value('outline-style') !== 'none',
      isContainer,
      isFlex,
      isGrid,
      hasGap: isContainer || value('column-count') !== 'auto',
      isItem,
      isReplaced: pseudo === '' && /^(img|video|canvas|object|embed|iframe|input)$/.test(localName),
    } as Record<string, boolean>;
  }

  return (style, spot) => {
    const read = new Map<string, string>();
    const value = (name: string): string => {
      const known = read.get(name);
      if (known !== undefined) return known;
      const found = style.getPropertyValue(name);
      read.set(name, found);
      return found;
    };
    const { element } = spot;
    const isShape = element.namespaceURI === 'http://www.w3.org/2000/svg' && element.localName !== 'svg';
    const facts = isShape ? { isSvg: true } : factsOf(value, spot);
    const values: string[] = [];
    for (let index = 0; index < names.length; index += 1) {
      const need = needed[index] ?? '';
      const applies = (!isShape || plain[index]) && (need === '' || (facts as Record<string, boolean>)[need]);
      // An outline begins with its style, which is not a property of its own here.
      const absent = need === 'hasOutline' && !isShape ? 'none' : '';
      values[index] = applies ? value(names[index] ?? '') : absent;
    }
    return values;
  };
}
