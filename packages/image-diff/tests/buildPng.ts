import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}

export interface Layout {
  width: number;
  height: number;
  bitDepth?: number;
  colorType?: number;
  interlace?: number;
}

export function header({ width, height, bitDepth = 8, colorType = 6, interlace = 0 }: Layout): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([bitDepth, colorType, 0, 0, interlace], 8);
  return chunk('IHDR', data);
}

export const channelCount: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** First pixel and steps of each pass. */
function grids({ interlace = 0 }: Layout): number[][] {
  if (!interlace) return [[0, 0, 1, 1]];
  return [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ];
}

function passSizes(layout: Layout) {
  return grids(layout)
    .map(([left = 0, top = 0, stepX = 1, stepY = 1]) => ({
      columns: Math.ceil((layout.width - left) / stepX),
      rows: Math.ceil((layout.height - top) / stepY),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

/** Samples of a pixel, at full bit depth. */
export type PixelAt = (x: number, y: number) => readonly number[];

/** Unfiltered scanlines in stored order, Adam7 included. */
export function scanlines(layout: Layout, pixelAt: PixelAt): Buffer {
  const { width, height, bitDepth = 8 } = layout;
  const rows: Buffer[] = [];
  for (const [left = 0, top = 0, stepX = 1, stepY = 1] of grids(layout)) {
    for (let y = top; y < height && left < width; y += stepY) {
      let bits = '';
      for (let x = left; x < width; x += stepX) {
        for (const sample of pixelAt(x, y)) bits += sample.toString(2).padStart(bitDepth, '0');
      }
      const bytes = bits.match(/.{1,8}/g) ?? [];
      rows.push(Buffer.from([0, ...bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))]));
    }
  }
  return Buffer.concat(rows);
}

/** A PNG of the given samples, with extra chunks before the image data. */
export function buildPng(layout: Layout, pixelAt: PixelAt, before: readonly Buffer[] = []): Buffer {
  return Buffer.concat([
    signature,
    header(layout),
    ...before,
    chunk('IDAT', deflateSync(scanlines(layout, pixelAt))),
    chunk('IEND'),
  ]);
}

/** An RGBA8 image painted pixel by pixel. */
export function paint(width: number, height: number, pixelAt: PixelAt): Buffer {
  return buildPng({ width, height }, pixelAt);
}

/** Filters unfiltered scanlines, each with the filter that `filterOf` names for its number in the file. */
export function filter(layout: Layout, unfiltered: Buffer, filterOf: (row: number) => number): Buffer {
  const { bitDepth = 8, colorType = 6 } = layout;
  const pixelBits = bitDepth * (channelCount[colorType] ?? 0);
  const distance = Math.max(1, pixelBits >> 3);
  const filtered = Buffer.from(unfiltered);
  let row = 0;
  let offset = 0;
  for (const { rows, columns } of passSizes(layout)) {
    const length = Math.ceil((columns * pixelBits) / 8);
    for (let y = 0; y < rows; y++, row++, offset += length + 1) {
      const type = filterOf(row);
      filtered[offset] = type;
      const at = (i: number, up: boolean) => {
        if (i < 0 || (up && y === 0)) return 0;
        return unfiltered[offset + 1 + i - (up ? length + 1 : 0)] ?? 0;
      };
      for (let i = 0; i < length; i++) {
        const [left, above, corner] = [at(i - distance, false), at(i, true), at(i - distance, true)];
        filtered[offset + 1 + i] = (at(i, false) - predict(type, left, above, corner)) & 255;
      }
    }
  }
  return filtered;
}

function predict(type: number, left: number, above: number, corner: number): number {
  if (type === 1) return left;
  if (type === 2) return above;
  if (type === 3) return (left + above) >> 1;
  if (type !== 4) return 0;
  const far = (value: number) => Math.abs(left + above - corner - value);
  if (far(left) <= far(above) && far(left) <= far(corner)) return left;
  return far(above) <= far(corner) ? above : corner;
}
