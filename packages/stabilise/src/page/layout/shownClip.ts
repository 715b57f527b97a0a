import type { Rectangle } from '../PageSteps.js';

/** What a driver knows of a picture that it took of a page. */
export interface Shown {
  /** Pixels of the picture. */
  picture: { width: number; height: number };
  /** The whole page, instead of what is visible of it. */
  fullPage?: boolean | undefined;
  /** The first element of this selector, instead of the page. */
  selector?: string | undefined;
  /** This part of the page, or of what is visible of it. */
  box?: Rectangle | null | undefined;
}

/**
 * What a picture shows, in CSS pixels from the top left of the document, and how many of its pixels one of these has. Null where
 * the page has nothing of the picture's size.
 */
export function shownClip({
  picture,
  fullPage = false,
  selector,
  box,
}: Shown): { clip: Rectangle; scale: number } | null {
  /** Drivers round the edges of elements each in its own way. */
  const tolerance = 2;
  const { scrollX, scrollY, innerWidth, innerHeight, devicePixelRatio } = window;
  const root = document.documentElement;
  const area = (): Rectangle | null => {
    if (selector !== undefined) {
      const found = document.querySelector(selector)?.getBoundingClientRect();
      return found
        ? { x: found.x + scrollX, y: found.y + scrollY, width: found.width, height: found.height }
        : null;
    }
    if (box) {
      const [left, top] = fullPage ? [0, 0] : [scrollX, scrollY];
      return { x: box.x + left, y: box.y + top, width: box.width, height: box.height };
    }
    if (!fullPage) return { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight };
    return {
      x: 0,
      y: 0,
      width: Math.max(root.scrollWidth, root.clientWidth),
      height: Math.max(root.scrollHeight, root.clientHeight),
    };
  };
  const shown = area();
  if (!shown) return null;
  const fits = (scale: number) =>
    Math.abs(shown.width * scale - picture.width) <= tolerance * scale &&
    Math.abs(shown.height * scale - picture.height) <= tolerance * scale;
  const scale = [devicePixelRatio, 1].find(fits);
  if (scale === undefined) return null;
  const clip = {
    x: Math.floor(shown.x),
    y: Math.floor(shown.y),
    width: picture.width / scale,
    height: picture.height / scale,
  };
  return { clip, scale };
}
