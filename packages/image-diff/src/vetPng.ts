import { Buffer } from 'node:buffer';
import { crc32, inflateSync } from 'node:zlib';
import { ImageError } from './imageError.js';
import {
  greyscale,
  type PngHeader,
  palette,
  passes,
  readHeader,
  scanlineBytes,
  truecolour,
} from './pngHeader.js';

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

interface Chunk {
  type: string;
  data: Uint8Array;
  /** The chunk as stored: length, type, data and CRC. */
  stored: Uint8Array;
}

/** A PNG that a decoder may see. */
export interface VettedPng extends PngHeader {
  /**
   * The file without its ancillary chunks, except for transparency. Colour profiles, gamma and orientation
   * would make decoders disagree on pixel values, and compressed texts are one more way to hide a bomb.
   */
  bare: Uint8Array;
}

const decoded = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const animation = new Set(['acTL', 'fcTL', 'fdAT']);

/**
 * The gate before any decoder. It takes only files that are whole and say the truth: signature, IHDR first, a size
 * that we take, legal chunk order, every CRC, image data that inflates to exactly the size that IHDR promises with
 * known row filters, IEND, nothing after it, one frame.
 *
 * It holds at most the inflated image data, which `maxScanlineBytes` bounds.
 *
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE
 */
export function vetPng(png: Uint8Array): VettedPng {
  const chunks = readChunks(png);
  const header = checkOrder(chunks);
  checkImageData(
    header,
    chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
  );
  const bare = chunks.filter(({ type }) => decoded.has(type)).map(({ stored }) => stored);
  return { ...header, bare: Buffer.concat([pngSignature, ...bare]) };
}

function readChunks(png: Uint8Array): Chunk[] {
  if (Buffer.compare(png.subarray(0, 8), pngSignature) !== 0) throw invalid('it is not a PNG file');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks: Chunk[] = [];
  let offset = 8;
  while (offset < png.length) {
    if (chunks.at(-1)?.type === 'IEND') throw invalid('there are bytes after its end');
    if (png.length - offset < 12) throw invalid('it is truncated');
    const length = view.getUint32(offset);
    const end = offset + 12 + length;
    if (end > png.length) throw invalid('it is truncated');
    const typeAndData = png.subarray(offset + 4, end - 4);
    const type = Buffer.from(typeAndData.subarray(0, 4)).toString('latin1');
    if (!/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type)) throw invalid(`bad chunk type at byte ${offset}`);
    if (crc32(typeAndData) !== view.getUint32(end - 4)) throw invalid(`${type} has a wrong checksum`);
    if (chunks.length === 0) {
      if (type !== 'IHDR') throw invalid('it does not begin with IHDR');
      readHeader(dataView(typeAndData.subarray(4)));
    }
    chunks.push({ type, data: typeAndData.subarray(4), stored: png.subarray(offset, end) });
    offset = end;
  }
  if (chunks.at(-1)?.type !== 'IEND') throw invalid('it is truncated');
  return chunks;
}

function checkOrder(chunks: readonly Chunk[]): PngHeader {
  const [first, ...rest] = chunks;
  if (!first) throw invalid('it is empty');
  const header = readHeader(dataView(first.data));
  let paletteEntries = 0;
  let transparency = false;
  let imageData: 'before' | 'in' | 'after' = 'before';
  for (const { type, data } of rest) {
    if (imageData === 'in' && type !== 'IDAT') imageData = 'after';
    if (animation.has(type)) throw invalid('it is animated: what moves cannot be compared');
    switch (type) {
      case 'IDAT':
        if (imageData === 'after') throw invalid('its IDAT chunks are not together');
        if (header.colourType === palette && paletteEntries === 0) throw invalid('it has no palette');
        imageData = 'in';
        break;
      case 'PLTE':
        if (paletteEntries > 0 || imageData !== 'before' || transparency)
          throw invalid('PLTE is out of place');
        paletteEntries = countPaletteEntries(header, data);
        break;
      case 'tRNS':
        if (transparency || imageData !== 'before') throw invalid('tRNS is out of place');
        checkTransparency(header, data, paletteEntries);
        transparency = true;
        break;
      case 'IEND':
        if (data.length > 0) throw invalid('IEND is not empty');
        break;
      default:
        if (isCritical(type)) throw invalid(`unexpected critical chunk ${type}`);
    }
  }
  if (imageData === 'before') throw invalid('it has no image data');
  return header;
}

function countPaletteEntries({ colourType, bitDepth }: PngHeader, data: Uint8Array): number {
  const entries = data.length / 3;
  const most = colourType === palette ? 2 ** bitDepth : 256;
  if (colourType === greyscale || colourType === 4) throw invalid('a greyscale image has a palette');
  if (!Number.isInteger(entries) || entries < 1 || entries > most) throw invalid('PLTE has a wrong length');
  return entries;
}

function checkTransparency({ colourType }: PngHeader, data: Uint8Array, paletteEntries: number): void {
  const right =
    (colourType === greyscale && data.length === 2) ||
    (colourType === truecolour && data.length === 6) ||
    (colourType === palette && data.length >= 1 && data.length <= paletteEntries);
  if (!right) throw invalid('tRNS does not fit the colour type');
}

/** An upper-case first letter means that a decoder may not skip the chunk. */
const isCritical = (type: string) => type < 'a';

function checkImageData(header: PngHeader, parts: readonly Uint8Array[]): void {
  const promised = scanlineBytes(header);
  const stored = Buffer.concat(parts);
  const scanlines = inflate(stored, promised);
  if (scanlines.length !== promised) {
    throw invalid(`its image data has ${scanlines.length} bytes where its size needs ${promised}`);
  }
  let offset = 0;
  for (const { rows, stride } of passes(header)) {
    for (let row = 0; row < rows; row++, offset += stride) {
      const filter = scanlines[offset];
      if (filter === undefined || filter > 4) throw invalid(`unknown row filter ${filter}`);
    }
  }
}

/** Inflates into one buffer of the promised size plus one byte, so that too much is seen and nothing more is held. */
function inflate(stored: Uint8Array, promised: number): Uint8Array {
  const chunkSize = Math.max(64, promised + 1);
  let result: { buffer: Buffer; engine: { bytesWritten: number } };
  try {
    // With `info` the result also has the engine, which knows how much of the input belongs to the stream.
    result = inflateSync(stored, {
      chunkSize,
      maxOutputLength: chunkSize,
      info: true,
    }) as unknown as typeof result;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw invalid('its image data is longer than its size allows');
    throw invalid('its image data is corrupt');
  }
  if (result.engine.bytesWritten !== stored.length) throw invalid('there are bytes after its image data');
  return result.buffer;
}

function invalid(what: string): ImageError {
  return new ImageError('IMAGE_INVALID', `PNG: ${what}`);
}

function dataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
