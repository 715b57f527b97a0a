import { ImageError } from '@svc/image-diff';

/** What a JPEG or WebP file says of itself, before anything of it is decoded. */
export interface ForeignHeader {
  format: 'JPEG' | 'WebP';
  width: number;
  height: number;
  /** Bytes of the file up to its end, where its header says it. */
  length: number;
}

/** Pixels. A decoder holds its coefficients, the pixels and the PNG at once: up to 20 bytes a pixel. */
export const maxForeignPixels = 32 * 1024 * 1024;

/**
 * Reads the header of a JPEG or WebP file. Null for a PNG.
 *
 * @throws {ImageError} IMAGE_INVALID for a file of another format, a damaged or animated one, or one with other colors
 * than grey or RGB; IMAGE_TOO_LARGE for more than 32 megapixels
 */
export function readForeignHeader(file: Uint8Array): ForeignHeader | null {
  if (isPng(file)) return null;
  const header = readAny(file);
  const { format, width, height } = header;
  if (width === 0 || height === 0) throw invalid(format, `it has no pixels (${width} × ${height})`);
  if (width * height > maxForeignPixels) {
    const most = maxForeignPixels / 1024 / 1024;
    throw new ImageError(
      'IMAGE_TOO_LARGE',
      `${format}: ${width} × ${height} is more than ${most} megapixels; a PNG may have more`,
    );
  }
  return header;
}

function readAny(file: Uint8Array): ForeignHeader {
  if (isJpeg(file)) return readJpeg(file);
  if (isWebp(file)) return readWebp(file);
  throw new ImageError('IMAGE_INVALID', 'It is not a PNG, JPEG or WebP file');
}

export const invalid = (format: string, what: string) =>
  new ImageError('IMAGE_INVALID', `${format}: ${what}`);

const viewOf = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset, file.byteLength);
const textAt = (file: Uint8Array, at: number) => String.fromCharCode(...file.subarray(at, at + 4));

const isPng = (file: Uint8Array) => textAt(file, 0) === '\x89PNG';
const isJpeg = (file: Uint8Array) => file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;

/** Markers that begin a frame. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers that stand alone. */
const hasNoData = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const endOfImage = 0xd9;
const startOfScan = 0xda;

/** The first frame of a JPEG file (ITU-T T.81, annex B): a decoder refuses a second one. */
function readJpeg(file: Uint8Array): ForeignHeader {
  const view = viewOf(file);
  for (let at = 2; ; ) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at++;
    const marker = file[at + 1];
    if (marker === undefined) throw invalid('JPEG', 'it is truncated');
    if (file[at] !== 0xff || marker === 0) throw invalid('JPEG', `there is no marker at byte ${at}`);
    at += 2;
    if (hasNoData(marker)) continue;
    if (marker === endOfImage || marker === startOfScan) {
      throw invalid('JPEG', 'it has no frame before its image data');
    }
    if (at + 2 > file.length) throw invalid('JPEG', 'it is truncated');
    const end = at + view.getUint16(at);
    if (end > file.length) throw invalid('JPEG', 'it is truncated');
    if (end < at + 2) throw invalid('JPEG', `the segment at byte ${at} has a wrong length`);
    if (isFrame(marker)) return readFrame(view, at, end);
    at = end;
  }
}

function readFrame(view: DataView, at: number, end: number): ForeignHeader {
  if (end - at < 8) throw invalid('JPEG', 'its frame has a wrong length');
  const [bits, channels] = [view.getUint8(at + 2), view.getUint8(at + 7)];
  if (bits !== 8) throw invalid('JPEG', `it has ${bits} bits a channel; save it with 8`);
  if (channels !== 1 && channels !== 3) {
    throw invalid('JPEG', `it has ${channels} color channels, as CMYK has; save it as RGB`);
  }
  const [width, height] = [view.getUint16(at + 5), view.getUint16(at + 3)];
  return { format: 'JPEG', width, height, length: view.byteLength };
}

const isWebp = (file: Uint8Array) => textAt(file, 0) === 'RIFF' && textAt(file, 8) === 'WEBP';

/** Bytes up to the end of the longest header that is read. */
const webpHeader = 30;
const animated = 0x02;

/** The first chunk of a WebP file (RFC 9649): the decoder refuses a later one of another size. */
function readWebp(file: Uint8Array): ForeignHeader {
  const view = viewOf(file);
  const length = 8 + view.getUint32(4, true);
  if (length > file.length || length < webpHeader) throw invalid('WebP', 'it is truncated');
  const common = { format: 'WebP', length } as const;
  const chunk = textAt(file, 12);
  if (chunk === 'VP8 ') {
    const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    return { ...common, width, height };
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { ...common, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'VP8X') {
    if (view.getUint8(20) & animated) throw invalid('WebP', 'it is animated: what moves cannot be compared');
    const less = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { ...common, width: less(24) + 1, height: less(27) + 1 };
  }
  throw invalid('WebP', 'it does not begin with an image');
}
