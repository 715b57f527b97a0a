import { ArchiveError } from './ArchiveError.js';
import { quote } from './entryPaths.js';

export const blockSize = 512;

/** One header block of a tar file. */
export interface TarHeader {
  name: string;
  /** The character that says what the entry is. */
  typeflag: string;
  size: number;
  linkname: string;
}

const invalid = (message: string) => new ArchiveError('ARCHIVE_INVALID', message);

/**
 * Reads a header block; null for the block of zeros that marks the end.
 *
 * @throws {ArchiveError} for a wrong checksum, an unknown format, and a number that is not one
 */
export function readHeader(block: Buffer): TarHeader | null {
  if (isZero(block)) return null;
  if (readOctal(block.subarray(148, 156)) !== checksumOf(block)) {
    throw invalid('The archive is not a complete tar file (a header has a wrong checksum)');
  }
  const magic = block.toString('latin1', 257, 265);
  const isPosix = magic.startsWith('ustar\0');
  if (!isPosix && magic !== 'ustar  \0') {
    throw invalid('The archive is not a tar file of the formats POSIX and GNU');
  }
  const prefix = isPosix ? readText(block.subarray(345, 500)) : '';
  const ownName = readText(block.subarray(0, 100));
  const name = prefix === '' ? ownName : `${prefix}/${ownName}`;
  const size = readSize(block.subarray(124, 136));
  if (size === null) throw invalid(`${quote(name)} has a size that is not a number`);
  const typeflag = block[156] === 0 ? '0' : block.toString('latin1', 156, 157);
  return { name, typeflag, size, linkname: readText(block.subarray(157, 257)) };
}

export const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** Text up to the first NUL. */
function readText(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? field.length : end);
}

/** Octal digits, or a binary number after the byte 0x80; null for anything else, negative numbers included. */
function readSize(field: Buffer): number | null {
  if (field[0] !== 0x80) return readOctal(field);
  const size = field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
  return Number.isSafeInteger(size) ? size : null;
}

function readOctal(field: Buffer): number | null {
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field.toString('latin1'))?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

/** The sum of all bytes, in which those of the checksum itself count as blanks. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let index = 0; index < blockSize; index++) {
    if (index < 148 || index >= 156) sum += block[index] ?? 0;
  }
  return sum;
}
