import { readFile } from 'node:fs/promises';
import { CommandError } from './CommandError.js';

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file: check the path',
  EISDIR: 'is a folder: name a PNG file in it',
  EACCES: 'cannot be read: check its permissions',
};

/** The bytes of a file, or of standard input for -. */
export async function readImage(file: string): Promise<Uint8Array> {
  if (file === '-') return readStandardInput();
  try {
    return await readFile(file);
  } catch (error) {
    throw new CommandError(`${file}: ${explainFault(error, reasons)}`);
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece);
  if (pieces.length === 0) throw new CommandError('Standard input is empty: pipe a PNG file into it');
  return Buffer.concat(pieces);
}

/** What the file system's error means, where we know better words than its own. */
export function explainFault(error: unknown, known: Record<string, string>): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return known[code] ?? error.message;
}
