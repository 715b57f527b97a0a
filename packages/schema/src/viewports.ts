import type { Viewport } from './primitives.js';
import { isRecord } from './stories/isRecord.js';

/** In which a page is shown unless something else is asked for. */
export const defaultViewport: Viewport = { width: 1280, height: 720 };
const largestSide = 10_000;

/** Sizes by the names that stories call them by. */
export type NamedViewports = ReadonlyMap<string, Viewport>;

/** The sets that Storybook ships as `MINIMAL_VIEWPORTS` and `INITIAL_VIEWPORTS`: facts of Storybook 10. */
const shipped: Readonly<Record<string, [number, number]>> = {
  mobile1: [320, 568],
  mobile2: [414, 896],
  tablet: [834, 1112],
  desktop: [1280, 1024],
  iphone5: [320, 568],
  iphone6: [375, 667],
  iphone6p: [414, 736],
  iphone8p: [414, 736],
  iphonex: [375, 812],
  iphonexr: [414, 896],
  iphonexsmax: [414, 896],
  iphonese2: [375, 667],
  iphone12mini: [375, 812],
  iphone12: [390, 844],
  iphone12promax: [428, 926],
  iphoneSE3: [375, 667],
  iphone13: [390, 844],
  iphone13pro: [390, 844],
  iphone13promax: [428, 926],
  iphone14: [390, 844],
  iphone14pro: [393, 852],
  iphone14promax: [430, 932],
  ipad: [768, 1024],
  ipad10p: [834, 1112],
  ipad11p: [834, 1194],
  ipad12p: [1024, 1366],
  galaxys5: [360, 640],
  galaxys9: [360, 740],
  nexus5x: [412, 660],
  nexus6p: [412, 732],
  pixel: [540, 960],
  pixelxl: [720, 1280],
};

/**
 * The viewports that a story can name: those of its book, `parameters.viewport.options` (`.viewports` before
 * Storybook 9), and those that Storybook ships.
 */
export function namedViewports(viewportParameter: unknown): NamedViewports {
  const named = new Map<string, Viewport>(
    Object.entries(shipped).map(([name, [width, height]]) => [name, { width, height }]),
  );
  if (!isRecord(viewportParameter)) return named;
  for (const own of [viewportParameter.viewports, viewportParameter.options]) {
    for (const [name, option] of Object.entries(isRecord(own) ? own : {})) {
      const size = isRecord(option) ? sizeOf(isRecord(option.styles) ? option.styles : option) : null;
      if (size) named.set(name, size);
    }
  }
  return named;
}

/**
 * The size that a story means: a width, a name, `{width, height}` or one of both, and what Storybook's `viewport` global
 * holds, `{value, isRotated}`. Lengths are numbers, or texts such as `320px`.
 * @returns null for anything else
 */
export function readViewport(value: unknown, named: NamedViewports): Viewport | null {
  const width = side(value);
  if (width !== null) return { ...defaultViewport, width };
  if (typeof value === 'string') return named.get(value) ?? pairOf(value) ?? responsiveOf(value);
  if (!isRecord(value)) return null;
  if (!('value' in value || 'isRotated' in value)) return sizeOf(value);
  const isUnset = value.value === undefined || value.value === null || value.value === '';
  const upright = isUnset ? defaultViewport : readViewport(value.value, named);
  return upright && value.isRotated === true ? { width: upright.height, height: upright.width } : upright;
}

/** A whole number of CSS pixels from 1 to 10,000; null for anything else. */
export function side(value: unknown): number | null {
  const pixels =
    typeof value === 'string' && /^\d+(\.0+)?(px)?$/.test(value.trim()) ? Number.parseFloat(value) : value;
  const fits = typeof pixels === 'number' && Number.isInteger(pixels) && pixels >= 1 && pixels <= largestSide;
  return fits ? pixels : null;
}

function sizeOf(size: Record<string, unknown>): Viewport | null {
  if (size.width === undefined && size.height === undefined) return null;
  const read = (of: 'width' | 'height') =>
    size[of] === undefined || size[of] === '100%' ? defaultViewport[of] : side(size[of]);
  const [width, height] = [read('width'), read('height')];
  return width === null || height === null ? null : { width, height };
}

/** Sizes that somebody dragged, as the addresses of Storybook 10 have them: `300px-400px`. */
function pairOf(value: string): Viewport | null {
  const [width, height, ...more] = value.split('-').map((part) => part.trim());
  if (width === undefined || height === undefined || more.length > 0) return null;
  return side(width) === null || side(height) === null ? null : sizeOf({ width, height });
}

const responsiveOf = (value: string): Viewport | null =>
  ['responsive', 'reset', '100pct-100pct'].includes(value) ? defaultViewport : null;
