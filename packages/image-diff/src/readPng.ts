import type { Engine } from './engine.js';
import { beginCrc32, type Crc32 } from './hashing/crc32.js';
import { ImageError } from './imageError.js';
import { greyscale, type PngHeader, palette, readHeader, truecolor } from './pngHeader.js';

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** The type of the last chunk. */
const iend = 0x4945_4e44;

interface Chunk {
  type: string;
  data: Uint8Array;
}

/** The parts of a PNG that say what its pixels are; everything else is left out. */
export interface PngFile {
  header: PngHeader;
  /** Red, green and blue of each entry. */
  palette: Uint8Array | null;
  /** Of the color type's form: alpha of palette entries, or the samples that mean transparent. */
  transparency: Uint8Array | null;
  /** A zlib stream, in pieces. */
  imageData: readonly Uint8Array[];
}

const animation = new Set(['acTL', 'fcTL', 'fdAT']);

/**
 * The gate before the decoder. It takes only files that are whole and say the truth: signature, IHDR first, a size
 * that we take, legal chunk order, every CRC, IEND, one frame. What follows IEND is ignored. Color profiles, gamma and
 * orientation do not change pixel values here, so that equal samples are equal pixels.
 *
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE
 */
export function readPng(engine: Engine, png: Uint8Array): PngFile {
  if (!pngSignature.every((byte, i) => png[i] === byte)) throw invalid('it is not a PNG file');
  const { taken } = engine;
  const file = collect(readChunks(png, beginCrc32(engine)));
  engine.release(taken);
  return file;
}

function* readChunks(png: Uint8Array, crc32: Crc32): Generator<Chunk> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let type = '';
  for (let offset = 8; type !== 'IEND'; ) {
    if (png.length - offset < 12) throw invalid('it is truncated');
    const length = view.getUint32(offset);
    const end = offset + 12 + length;
    if (end > png.length) throw invalid('it is truncated');
    type = String.fromCharCode(...png.subarray(offset + 4, offset + 8));
    if (!/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type)) throw invalid(`bad chunk type at byte ${offset}`);
    if (crc32(png.subarray(offset + 4, end - 4)) !== view.getUint32(end - 4)) {
      throw invalid(`${type} has a wrong checksum`);
    }
    yield { type, data: png.subarray(offset + 8, end - 4) };
    offset = end;
  }
}

/** The file without what follows its IEND chunk: the same array where nothing does, or where there is none. */
export function withoutTrailer(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let offset = pngSignature.length; png.length - offset >= 12; ) {
    const isLast = view.getUint32(offset + 4) === iend;
    offset += 12 + view.getUint32(offset);
    if (isLast) return offset < png.length ? png.subarray(0, offset) : png;
  }
  return png;
}

function collect(chunks: Iterable<Chunk>): PngFile {
  let header: PngHeader | undefined;
  let colors: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  const imageData: Uint8Array[] = [];
  let last = '';
  for (const { type, data } of chunks) {
    if (!header) {
      if (type !== 'IHDR') throw invalid('it does not begin with IHDR');
      header = readHeader(new DataView(data.buffer, data.byteOffset, data.byteLength));
      continue;
    }
    if (animation.has(type)) throw invalid('it is animated: what moves cannot be compared');
    switch (type) {
      case 'IDAT':
        if (imageData.length > 0 && last !== 'IDAT') throw invalid('its IDAT chunks are not together');
        if (header.colorType === palette && !colors) throw invalid('it has no palette');
        imageData.push(data);
        break;
      case 'PLTE':
        if (colors || imageData.length > 0 || transparency) throw invalid('PLTE is out of place');
        checkPalette(header, data);
        colors = data;
        break;
      case 'tRNS':
        if (transparency || imageData.length > 0) throw invalid('tRNS is out of place');
        checkTransparency(header, data, colors);
        transparency = data;
        break;
      case 'IEND':
        if (data.length > 0) throw invalid('IEND is not empty');
        break;
      default:
        if (isCritical(type)) throw invalid(`unexpected critical chunk ${type}`);
    }
    last = type;
  }
  if (!header) throw invalid('it is empty');
  if (imageData.length === 0) throw invalid('it has no image data');
  return { header, palette: colors, transparency, imageData };
}

function checkPalette({ colorType, bitDepth }: PngHeader, data: Uint8Array): void {
  const entries = data.length / 3;
  const most = colorType === palette ? 2 ** bitDepth : 256;
  if (colorType === greyscale || colorType === 4) throw invalid('a greyscale image has a palette');
  if (!Number.isInteger(entries) || entries < 1 || entries > most) throw invalid('PLTE has a wrong length');
}

function checkTransparency({ colorType }: PngHeader, data: Uint8Array, colors: Uint8Array | null): void {
  const right =
    (colorType === greyscale && data.length === 2) ||
    (colorType === truecolor && data.length === 6) ||
    (colorType === palette && data.length >= 1 && data.length <= (colors?.length ?? 0) / 3);
  if (!right) throw invalid('tRNS does not fit the color type');
}

/** An upper-case first letter means that a decoder may not skip the chunk. */
const isCritical = (type: string) => type < 'a';

function invalid(what: string): ImageError {
  return new ImageError('IMAGE_INVALID', `PNG: ${what}`);
}
