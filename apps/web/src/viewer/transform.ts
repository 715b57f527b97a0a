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

/** The whole image, never enlarged; of a very tall page the full width, from the top. */
export function fit(image: Size, pane: Size): Transform {
  const room = { width: Math.max(1, pane.width - 2 * margin), height: Math.max(1, pane.height - 2 * margin) };
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
