import type { Viewport } from '@svc/sdk';

/** Height in CSS pixels where only a width is given. */
export const defaultHeight = 720;
const largestSide = 10_000;

/** The sizes that Storybook's viewport toolbar has by these names. */
export const namedViewports: Readonly<Record<string, Viewport>> = {
  mobile1: { width: 320, height: 568 },
  mobile2: { width: 414, height: 896 },
  tablet: { width: 834, height: 1112 },
  desktop: { width: 1280, height: 1024 },
};

function cssPixels(value: unknown): number | null {
  const pixels = typeof value === 'string' && /^\d+(px)?$/.test(value) ? Number.parseInt(value, 10) : value;
  const fits = typeof pixels === 'number' && Number.isInteger(pixels) && pixels >= 1 && pixels <= largestSide;
  return fits ? pixels : null;
}

/** A viewport of this width; null when it is not a whole number of CSS pixels from 1 to 10,000. */
export function viewportOfWidth(value: unknown): Viewport | null {
  const width = cssPixels(value);
  return width === null ? null : { width, height: defaultHeight };
}

/** The `viewport` of a mode: a width, a well-known name, or `{width, height}`; null when it is none of them. */
export function modeViewport(value: unknown): Viewport | null {
  if (typeof value === 'string' && Object.hasOwn(namedViewports, value)) return namedViewports[value] ?? null;
  if (typeof value !== 'object' || value === null) return viewportOfWidth(value);
  const width = 'width' in value ? cssPixels(value.width) : null;
  const height = 'height' in value ? cssPixels(value.height) : null;
  return width === null || height === null ? null : { width, height };
}
