/** Properties that change no box. */
const paintOnly: ReadonlySet<string> = new Set([
  'color',
  'text-shadow',
  'visibility',
  'accent-color',
  'fill',
  'stroke',
  'stroke-width',
  'background-color',
  'background-image',
  'background-position',
  'background-size',
  'text-decoration-line',
  'text-decoration-color',
  'text-overflow',
  'z-index',
  'opacity',
  'border-color',
  'border-radius',
  'box-shadow',
  'outline',
  'object-fit',
  'filter',
  'backdrop-filter',
  'clip-path',
  'mask-image',
  'mix-blend-mode',
]);
export const affectsLayout = (property: string): boolean => !paintOnly.has(property);

/** Properties of an element that move others although its own box stays. */
const outward: ReadonlySet<string> = new Set([
  'margin',
  'position',
  'float',
  'display',
  'order',
  'flex',
  'align-self',
  'vertical-align',
]);
export const affectsOutside = (property: string): boolean => outward.has(property);

type Painted = 'subtree' | 'frame' | 'box' | 'text';

const painted: Readonly<Record<string, Painted>> = {
  visibility: 'subtree',
  'z-index': 'subtree',
  opacity: 'subtree',
  filter: 'subtree',
  'backdrop-filter': 'subtree',
  'clip-path': 'subtree',
  'mask-image': 'subtree',
  'mix-blend-mode': 'subtree',
  transform: 'subtree',
  translate: 'subtree',
  rotate: 'subtree',
  scale: 'subtree',
  display: 'subtree',
  position: 'subtree',
  float: 'subtree',
  overflow: 'subtree',
  direction: 'subtree',
  'text-decoration-line': 'subtree',
  'text-decoration-color': 'subtree',
  'border-width': 'frame',
  'border-style': 'frame',
  'border-color': 'frame',
  'border-radius': 'frame',
  'box-shadow': 'frame',
  outline: 'frame',
  'background-color': 'box',
  'background-image': 'box',
  'background-position': 'box',
  'background-size': 'box',
  'object-fit': 'box',
};
/** Where a property draws: all that is in the element, its frame, its box, or its own text. */
export const paintedBy = (property: string): Painted => painted[property] ?? 'text';
