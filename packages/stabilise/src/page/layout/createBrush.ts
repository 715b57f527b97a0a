import type { Brush } from './LayoutSteps.js';

/** A canvas that no page shows, made once it is asked for: that alone takes milliseconds. Null where there is none. */
export function createBrush(): Brush {
  let made: ReturnType<Brush> | undefined;
  return () => {
    if (made === undefined) {
      const isApart = typeof OffscreenCanvas === 'function';
      made = isApart
        ? new OffscreenCanvas(1, 1).getContext('2d')
        : document.createElement('canvas').getContext('2d');
    }
    return made;
  };
}
