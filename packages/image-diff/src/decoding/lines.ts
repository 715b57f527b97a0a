import type { Engine } from '../engine.js';
import { greyscale, palette } from '../pngHeader.js';
import type { PngFile } from '../readPng.js';
import { longestLine, type Stream } from './stream.js';

/** Sample values that mean transparent, where a file names none. */
const noKey = -1n;

export /** Two lines of a file in the engine's memory, of so many bytes each. */
interface Lines {
  start: number;
  bytes: number;
}

export function takeLines(engine: Engine, file: PngFile): Lines {
  const bytes = Math.ceil((longestLine(file) + 64) / 64) * 64;
  return { start: engine.takeZeroed(2 * bytes), bytes };
}

/** Decodes lines of any format; `from` is how many lines of the pass are above them. */
export function beginLines(
  engine: Engine,
  file: PngFile,
  stream: Stream,
  { start: lines, bytes: lineBytes }: Lines,
) {
  const { header } = file;
  const colors = engine.put(colorTable(file));
  const key = transparentKey(file);
  return (columns: number, from: number, rows: number, start: number, step: number, pitch: number) =>
    engine.run.decodeAnyRows(
      stream.at,
      header.colorType,
      header.bitDepth,
      key,
      colors,
      columns,
      from,
      rows,
      start,
      step,
      pitch,
      lines,
      lineBytes,
    );
}

/** RGBA of every value of a sample of up to 8 bits, where one sample makes a pixel. Unused ones are opaque black. */
function colorTable({ header, palette: colors, transparency }: PngFile): Uint8Array {
  const table = new Uint8Array(256 * 4);
  const most = 2 ** header.bitDepth - 1;
  for (let sample = 0; sample < 256; sample++) {
    const level = Math.min(255, (sample * 255) / most);
    const color = colors
      ? [0, 1, 2].map((channel) => colors[sample * 3 + channel] ?? 0)
      : [level, level, level];
    const alpha = header.colorType === palette ? (transparency?.[sample] ?? 255) : 255;
    table.set([...color, alpha], sample * 4);
  }
  if (header.colorType === greyscale && transparency && header.bitDepth <= 8) {
    const key = new DataView(transparency.buffer, transparency.byteOffset).getUint16(0);
    table[(key & most) * 4 + 3] = 0;
  }
  return table;
}

/** Of its 16-bit samples only as many bits matter as the image has. */
function transparentKey({ header, transparency }: PngFile): bigint {
  if (!transparency || header.colorType === palette) return noKey;
  const key = transparency.reduce((key, byte) => (key << 8n) | BigInt(byte), 0n);
  return header.bitDepth === 16 ? key : key & 0x00ff_00ff_00ffn;
}
