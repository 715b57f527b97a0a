import { ImageError } from './imageError.js';

export type ColorType = 0 | 2 | 3 | 4 | 6;
export type BitDepth = 1 | 2 | 4 | 8 | 16;

/** What IHDR promises. */
export interface PngHeader {
  width: number;
  height: number;
  bitDepth: BitDepth;
  colorType: ColorType;
  interlaced: boolean;
}

export const greyscale = 0;
export const truecolor = 2;
export const palette = 3;

/** Pixels, 64 million: a page of 8,000 × 8,000. */
export const maxPixels = 64 * 1024 * 1024;

/** Bytes of filtered scanlines: 64 megapixels of RGBA8, or half as many with 16 bits a channel. */
export const maxScanlineBytes = 4 * maxPixels + 1024 * 1024;

/** Pixels of a side. No browser draws as many, and each row costs time of its own, however short it is. */
export const maxSide = 256 * 1024;

/** The largest size that the format has. */
const largestSide = 0x7fff_ffff;

const channels: Record<ColorType, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const allowedDepths: Record<ColorType, readonly BitDepth[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** First pixel and step of each Adam7 pass: x, y, step in x, step in y. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const wholeImage = [[0, 0, 1, 1]] as const;

/** Reads the 13 bytes of an IHDR chunk, and refuses what no PNG may have or what is larger than we take. */
export function readHeader(data: DataView): PngHeader {
  if (data.byteLength !== 13) throw new ImageError('IMAGE_INVALID', 'PNG: IHDR is not 13 bytes long');
  const width = data.getUint32(0);
  const height = data.getUint32(4);
  const interlace = data.getUint8(12);
  const format = findFormat(data.getUint8(9), data.getUint8(8));
  if (width === 0 || height === 0) {
    throw new ImageError('IMAGE_INVALID', `PNG: it has no pixels (${width} × ${height})`);
  }
  if (width > largestSide || height > largestSide) {
    throw new ImageError('IMAGE_INVALID', `PNG: impossible size (${width} × ${height})`);
  }
  if (width > maxSide || height > maxSide) {
    throw new ImageError(
      'IMAGE_TOO_LARGE',
      `PNG: ${width} × ${height} is more than ${maxSide.toLocaleString('en')} pixels on one side`,
    );
  }
  if (width * height > maxPixels) {
    throw new ImageError(
      'IMAGE_TOO_LARGE',
      `PNG: ${width} × ${height} is more than ${maxPixels / 1024 / 1024} megapixels`,
    );
  }
  if (data.getUint8(10) !== 0 || data.getUint8(11) !== 0 || interlace > 1) {
    throw new ImageError('IMAGE_INVALID', 'PNG: unknown compression, filter or interlace method');
  }
  const header = { width, height, ...format, interlaced: interlace === 1 };
  if (scanlineBytes(header) > maxScanlineBytes) {
    throw new ImageError('IMAGE_TOO_LARGE', `PNG: ${width} × ${height} with 16 bits a channel is too large`);
  }
  return header;
}

function findFormat(colorType: number, bitDepth: number): Pick<PngHeader, 'colorType' | 'bitDepth'> {
  for (const known of [0, 2, 3, 4, 6] as const) {
    const depth = allowedDepths[known].find((allowed) => allowed === bitDepth);
    if (known === colorType && depth !== undefined) return { colorType: known, bitDepth: depth };
  }
  throw new ImageError('IMAGE_INVALID', `PNG: no color type ${colorType} with ${bitDepth} bits`);
}

/** One run of scanlines of equal length: the image, or one Adam7 pass of it. */
export interface Pass {
  /** Pixels of a scanline, at least 1. */
  columns: number;
  /** Scanlines, at least 1. */
  rows: number;
  /** Bytes of one scanline, its filter byte included. */
  stride: number;
  /** Where in the image its first pixel is, and the steps to the next. */
  x: number;
  y: number;
  stepX: number;
  stepY: number;
}

/** The runs of scanlines in the order in which they are stored; empty passes are left out, as in the file. */
export function passes({ width, height, bitDepth, colorType, interlaced }: PngHeader): Pass[] {
  const bitsPerPixel = bitDepth * channels[colorType];
  return (interlaced ? adam7 : wholeImage)
    .map(([x, y, stepX, stepY]) => {
      const columns = Math.ceil((width - x) / stepX);
      const rows = Math.ceil((height - y) / stepY);
      return { columns, rows, stride: 1 + Math.ceil((columns * bitsPerPixel) / 8), x, y, stepX, stepY };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

/** Bytes to which the image data must inflate, exactly. */
export function scanlineBytes(header: PngHeader): number {
  return passes(header).reduce((sum, { rows, stride }) => sum + rows * stride, 0);
}
