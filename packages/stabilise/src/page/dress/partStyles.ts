import type {} from '../DocumentKit.js';

/**
 * Style rules that hold still what a browser draws inside an element, such as the thumb of a slider. Its animations are listed
 * nowhere, so none can be put at a time of its own: there are none then. Each is a rule of its own, since a browser drops one with a part that
 * it does not know.
 * What a `use` shows is a copy, whose animations are listed nowhere either. They end at once, so that what they have drawn is there.
 */
export function partStyles(): string[] {
  const parts = [
    'details-content',
    'placeholder',
    'file-selector-button',
    'picker(select)',
    ...[
      ...['slider-container', 'slider-runnable-track', 'slider-thumb'],
      ...['progress-inner-element', 'progress-bar', 'progress-value'],
      ...['meter-inner-element', 'meter-bar', 'meter-optimum-value', 'meter-suboptimum-value'],
      ...['meter-even-less-good-value', 'search-cancel-button', 'clear-button', 'inner-spin-button'],
      ...['calendar-picker-indicator', 'datetime-edit', 'datetime-edit-fields-wrapper'],
      ...['date-and-time-value', 'color-swatch', 'color-swatch-wrapper', 'media-controls-panel'],
    ].map((name) => `-webkit-${name}`),
  ];
  /** Much as a browser draws it, in the same place. In a layer, so that a page's own style is what counts. */
  const bar = `@layer svc-parts {
    progress[style*="--svc-progress"]:indeterminate { appearance: none }
    progress[style*="--svc-progress"]:indeterminate::-webkit-progress-bar { background:
      linear-gradient(var(--svc-progress) 0 0) 30% 50% / 20% 50% no-repeat,
      linear-gradient(#e6e6e6 0 0) 0 50% / 100% 50% no-repeat }
  }`;
  // By name: for `*`, the browser looks for a container of every element of the page, which makes styles a quarter slower.
  const drawn =
    'a, circle, ellipse, g, image, line, path, polygon, polyline, rect, svg, switch, symbol, text, textPath, tspan, use';
  // Copies inherit from the element that shows them, unlike what they are copies of.
  const copies = `@container style(--svc-used: 1) {
    ${drawn} { animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important }
  }`;
  return [
    ...parts.map((part) => `::${part} { animation: none !important; transition: none !important }`),
    bar,
    'use { --svc-used: 1 }',
    copies,
  ];
}
