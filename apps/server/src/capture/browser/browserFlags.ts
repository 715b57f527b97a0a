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

/** Flags that make images repeatable and keep all traffic on the proxy. */
export const browserFlags = (proxyPort: number): string[] => [
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
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Chromium goes around any proxy for loopback addresses unless told not to.
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];
