/** Computed values that a child takes over from its parent unless it has its own. */
const inherited = [
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'line-height',
  'letter-spacing',
  'word-spacing',
  'text-align',
  'text-indent',
  'text-transform',
  'text-shadow',
  'white-space',
  'visibility',
  'direction',
  'list-style-type',
  'accent-color',
  'fill',
  'stroke',
  'stroke-width',
] as const;

const own = [
  'background-color',
  'background-image',
  'background-position',
  'background-size',
  'text-decoration-line',
  'text-decoration-color',
  'text-overflow',
  'vertical-align',
  'display',
  'position',
  'float',
  'z-index',
  'overflow',
  'box-sizing',
  'opacity',
  'padding',
  'margin',
  'border-width',
  'border-style',
  'border-color',
  'border-radius',
  'box-shadow',
  'outline',
  'min-width',
  'max-width',
  'min-height',
  'max-height',
  'gap',
  'flex',
  'flex-direction',
  'flex-wrap',
  'order',
  'align-content',
  'align-items',
  'align-self',
  'justify-content',
  'justify-items',
  'grid-template-columns',
  'grid-template-rows',
  'object-fit',
  'transform',
  'translate',
  'rotate',
  'scale',
  'filter',
  'backdrop-filter',
  'clip-path',
  'mask-image',
  'mix-blend-mode',
] as const;

/**
 * The properties of a record, in the order of its tuples; a constant of its version. Shorthands stand for their sides and
 * corners, as `getComputedStyle()` and CDP's `DOMSnapshot` both give them. `width`, `height` and insets are in no record: their
 * computed values are of the laid-out box, which a record has.
 */
export const recordedProperties = [...inherited, ...own] as const;
export type RecordedProperty = (typeof recordedProperties)[number];

const inheritedNames: ReadonlySet<string> = new Set(inherited);
export const isInherited = (property: string): boolean => inheritedNames.has(property);
