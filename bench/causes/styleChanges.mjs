const px = (text) => Number.parseFloat(text) || 0;
const isFlex = ({ display }) => /flex|grid/.test(display);
const isBox = ({ display }) => !/^inline$|contents|table/.test(display);
const said = ({ hasText }) => hasText;

/**
 * Values of a style that are changed: the property, the new value for an element, and whether the element shows it. `names` are
 * what may be said instead: a width is a box in a layout record.
 */
export const styleChanges = [
  { property: 'color', to: () => 'rgb(200, 30, 90)', fits: said },
  { property: 'background-color', to: () => 'rgb(250, 240, 180)' },
  { property: 'padding-left', to: (style) => `${px(style.paddingLeft) + 7}px`, fits: isBox },
  {
    property: 'padding',
    to: (style) => `${px(style.paddingTop) + 9}px ${px(style.paddingLeft) + 5}px`,
    fits: isBox,
  },
  { property: 'margin-top', to: (style) => `${px(style.marginTop) + 11}px`, fits: isBox },
  { property: 'border-radius', to: (style) => `${px(style.borderTopLeftRadius) + 6}px` },
  {
    property: 'border-color',
    to: () => 'rgb(10, 140, 220)',
    fits: (style) => px(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none',
  },
  {
    property: 'border-width',
    to: (style) => `${px(style.borderTopWidth) + 3}px`,
    fits: (style) => px(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none',
  },
  { property: 'font-size', to: (style) => `${px(style.fontSize) + 3}px`, fits: said },
  { property: 'font-weight', to: (style) => (Number(style.fontWeight) > 500 ? '300' : '800'), fits: said },
  { property: 'letter-spacing', to: () => '2px', fits: said },
  { property: 'line-height', to: (style) => `${px(style.fontSize) * 2 + 3}px`, fits: said },
  {
    property: 'text-transform',
    to: () => 'uppercase',
    fits: (style) => said(style) && style.textTransform !== 'uppercase',
  },
  { property: 'opacity', to: () => '0.6' },
  { property: 'box-shadow', to: () => 'rgb(255, 0, 0) 0px 0px 4px 0px' },
  { property: 'gap', to: () => '23px', fits: (style) => isFlex(style) && style.children > 1 },
  {
    property: 'flex-direction',
    to: (style) => (style.flexDirection === 'row' ? 'column' : 'row'),
    fits: (style) => /flex/.test(style.display) && style.children > 1,
  },
  {
    property: 'justify-content',
    to: (style) => (style.justifyContent === 'flex-end' ? 'flex-start' : 'flex-end'),
    fits: (style) => /flex/.test(style.display),
  },
  {
    property: 'display',
    to: () => 'block',
    fits: (style) => /^(inline-)?flex$/.test(style.display) && style.children > 1,
  },
  {
    property: 'width',
    to: (style) => `${Math.round(style.width) - 20}px`,
    fits: (style) => isBox(style) && style.width > 60,
  },
  { property: 'height', to: (style) => `${Math.round(style.height) + 18}px`, fits: isBox },
  { property: 'text-decoration-line', to: () => 'underline', fits: said },
  { property: 'outline', to: () => 'rgb(255, 0, 0) solid 2px' },
  {
    property: 'transform',
    to: () => 'rotate(3deg)',
    fits: (style) => isBox(style) && style.transform === 'none',
  },
  {
    property: 'text-align',
    to: () => 'right',
    fits: (style) => said(style) && isBox(style) && style.textAlign !== 'right',
  },
];

/** The names under which a changed property may be told: its own, its sides, and what it is a side of. */
export function namesOf(property) {
  const shorthand = property
    .replace(/-(top|right|bottom|left)(?=-|$)/, '')
    .replace(/-(top|bottom)-?(left|right)/, '');
  const rows = property === 'gap' ? ['row-gap', 'column-gap'] : [];
  return (name) =>
    name !== null &&
    (name === property ||
      name === shorthand ||
      rows.includes(name) ||
      name.replace(/-(top|right|bottom|left)(?=-|$)/g, '') === shorthand);
}
