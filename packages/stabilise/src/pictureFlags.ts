/**
 * Playwright passes the first four itself; Chromium takes only the last `--blink-settings`, so they are repeated.
 * `imageAnimationPolicy=2` shows the first frame of animated images, `lazyLoadEnabled=false` loads lazy images and frames.
 */
const blinkSettings = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
  'imageAnimationPolicy=2',
  'lazyLoadEnabled=false',
];

/** Flags of Chromium by which a page looks the same in every picture, on every machine. */
export const pictureFlags: readonly string[] = [
  '--disable-gpu',
  // Redrawing only a part of a tile rounds the edges of shapes differently.
  '--disable-partial-raster',
  // An animation that the compositor runs may stay where it was when it is paused. This way the document runs them all.
  '--disable-threaded-animation',
  // A scroll that a script asks for is there at once.
  '--disable-smooth-scrolling',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  `--blink-settings=${blinkSettings.join(',')}`,
];
