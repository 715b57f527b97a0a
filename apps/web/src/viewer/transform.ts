/** Where the image is in its pane: offset in CSS pixels of the pane, and scale. */
export interface Transform {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Pixels, from the top left corner. */
export interface Box extends Size {
  x: number;
  y: number;
}

export const minimumScale = 0.05;
export const maximumScale = 32;
/** CSS pixels that stay free around a fitted image. */
const margin = 16;
/** An image that would shrink below this part of its fitted width is fitted by width and shown from its top. */
const leastShare = 0.5;

const clamp = (scale: number) => Math.min(maximumScale, Math.max(minimumScale, scale));

/** What of a pane a fitted image may take. */
const roomIn = ({ width, height }: Size): Size => ({
  width: Math.max(1, width - 2 * margin),
  height: Math.max(1, height - 2 * margin),
});

/** The whole image, never enlarged; of a very tall page the full width, from the top. */
export function fit(image: Size, pane: Size): Transform {
  const room = roomIn(pane);
  const byWidth = Math.min(1, room.width / image.width);
  const byHeight = Math.min(1, room.height / image.height);
  const whole = Math.min(byWidth, byHeight);
  return centred(image, pane, clamp(whole < byWidth * leastShare ? byWidth : whole));
}

/** At this scale, in the middle; from the left or top edge where it does not fit. */
export function centred(image: Size, pane: Size, k: number): Transform {
  const place = (length: number, room: number) => Math.max(margin, Math.round((room - length * k) / 2));
  return { x: place(image.width, pane.width), y: place(image.height, pane.height), k };
}

/** The box in the middle with some of what is around it, enlarged at most four times, or until it can be seen. */
export function showBox(box: Box, pane: Size): Transform {
  const surround = 0.6;
  const visible = 48;
  const most = Math.max(4, visible / Math.max(1, box.width, box.height));
  const byWidth = (pane.width * surround) / Math.max(1, box.width);
  const byHeight = (pane.height * surround) / Math.max(1, box.height);
  const k = clamp(Math.min(most, byWidth, Math.max(byHeight, byWidth * leastShare)));
  const tall = box.height * k > pane.height - 2 * margin;
  return {
    x: Math.round(pane.width / 2 - (box.x + box.width / 2) * k),
    y: Math.round(tall ? margin - box.y * k : pane.height / 2 - (box.y + box.height / 2) * k),
    k,
  };
}

/** Pixels of the screen below which a change is a speck that nobody sees. */
export const speck = 8;

/** How much larger a close-up must show the changes than the whole image does. */
const worthwhile = 1.5;

/**
 * Where a changed image is first shown. A small image is enlarged, and a tall page starts at its first change. An image
 * larger than the pane opens at full size if all changes fit, and whole otherwise. Specks are enlarged.
 */
export function openOn(image: Size, pane: Size, regions: readonly Box[]): Transform {
  const whole = fit(image, pane);
  const [first] = regions;
  if (!first) return whole;
  const isSeen = ({ width, height }: Box, k: number) => Math.max(width, height) * k >= speck;
  if (image.height * whole.k > pane.height && image.width * whole.k <= pane.width) {
    return isSeen(first, whole.k)
      ? keptInside(atHeight(first, pane, whole), image, pane)
      : showBox(first, pane);
  }
  const enlarged = centred(image, pane, enlargement(image, pane, whole.k));
  const changes = hull(regions);
  const near = closeUp(changes, image, pane);
  const opened = near.k >= enlarged.k * worthwhile ? near : enlarged;
  if (regions.every((region) => isSeen(region, opened.k))) return opened;
  const around = showBox(changes, pane);
  const hasRoom = changes.width * around.k <= pane.width && changes.height * around.k <= pane.height;
  return hasRoom && regions.every((region) => isSeen(region, around.k)) ? around : showBox(first, pane);
}

/** At full size, or as large as the box fits: the box in the middle, unless an edge of the image would leave the margin. */
function closeUp(box: Box, image: Size, pane: Size): Transform {
  const room = roomIn(pane);
  const k = clamp(Math.min(1, room.width / box.width, room.height / box.height));
  const place = (start: number, length: number, all: number, space: number) => {
    if (all * k <= space - 2 * margin) return Math.round((space - all * k) / 2);
    const middle = Math.round(space / 2 - (start + length / 2) * k);
    return Math.min(margin, Math.max(space - margin - all * k, middle));
  };
  return {
    x: place(box.x, box.width, image.width, pane.width),
    y: place(box.y, box.height, image.height, pane.height),
    k,
  };
}

/** The full width, scrolled until the box is in the middle, but not past the top. */
const atHeight = (box: Box, pane: Size, { x, y, k }: Transform): Transform => ({
  x,
  y: Math.min(y, Math.round(pane.height / 2 - (box.y + Math.min(box.height, pane.height / k / 2) / 2) * k)),
  k,
});

/** Whole steps by which a small image grows into its pane, sixteen times at most. */
function enlargement(image: Size, pane: Size, least: number): number {
  const { width, height } = roomIn(pane);
  return Math.max(least, Math.min(16, Math.floor(Math.min(width / image.width, height / image.height))));
}

function hull(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** On the way from one place to another: `share` is 0 at the start and 1 at the end. The middle of the pane goes straight. */
export function between(from: Transform, to: Transform, pane: Size, share: number): Transform {
  const k = from.k * (to.k / from.k) ** share;
  const along = (start: number, end: number, room: number) => {
    const [before, after] = [(room / 2 - start) / from.k, (room / 2 - end) / to.k];
    return room / 2 - (before + (after - before) * share) * k;
  };
  return { x: along(from.x, to.x, pane.width), y: along(from.y, to.y, pane.height), k };
}

/** Scales by `factor` and keeps what is under the point (pane coordinates) where it is. */
export function zoomAt(from: Transform, factor: number, point: { x: number; y: number }): Transform {
  const k = clamp(from.k * factor);
  const share = k / from.k;
  return { x: point.x - (point.x - from.x) * share, y: point.y - (point.y - from.y) * share, k };
}

export const pan = (from: Transform, dx: number, dy: number): Transform => ({
  x: from.x + dx,
  y: from.y + dy,
  k: from.k,
});

/** Keeps a strip of the image inside the pane, so that it cannot be lost. */
export function keptInside(from: Transform, image: Size, pane: Size): Transform {
  const strip = 40;
  const limit = (offset: number, length: number, room: number) =>
    Math.min(room - strip, Math.max(strip - length * from.k, offset));
  return {
    x: limit(from.x, image.width, pane.width),
    y: limit(from.y, image.height, pane.height),
    k: from.k,
  };
}
