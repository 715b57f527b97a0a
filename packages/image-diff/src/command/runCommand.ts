import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { compare } from '../compare.js';
import type { Comparison } from '../comparison/Comparison.js';
import { drawDifference } from '../drawDifference.js';
import { encodeMask } from '../encodeMask.js';
import { withEngine } from '../engine.js';
import type { Explanation } from '../explain.js';
import { ImageError } from '../imageError.js';
import { inspect } from '../inspect.js';
import { CommandError } from './CommandError.js';
import { describeComparison } from './describeComparison.js';
import { helpText } from './helpText.js';
import { type Arguments, parseArguments } from './parseArguments.js';
import { explainFault, readImage } from './readImage.js';

export interface Outcome {
  exitCode: 0 | 1 | 2;
  /** For standard output. */
  text: string;
  /** For standard error. */
  error: string;
}

/** Does what the words after the command's name ask for. */
export async function runCommand(words: readonly string[]): Promise<Outcome> {
  try {
    const args = parseArguments(words);
    if (args === 'help') return { exitCode: 0, text: helpText, error: '' };
    if (args === 'version') return { exitCode: 0, text: `${version()}\n`, error: '' };
    return await compareFiles(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { exitCode: 2, text: '', error: `image-diff: ${message.replace(/\s*\n\s*/g, ' ')}\n` };
  }
}

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

async function compareFiles(args: Arguments): Promise<Outcome> {
  const { threshold, antiAliasing, similarity } = args;
  const [before, after] = [await readImage(args.before), await readImage(args.after)];
  const comparison = await compare(before, after, {
    threshold,
    antiAliasing,
    similarity,
    explain: args.print !== 'nothing',
  }).catch(async (error) => {
    await blame(args.before, before);
    await blame(args.after, after);
    throw error;
  });
  if (args.output) await write(args.output, await drawDifference(after, comparison));
  if (args.mask) await write(args.mask, comparison.mask ?? emptyMask(comparison));
  return { exitCode: comparison.equal ? 0 : 1, text: print(args, comparison), error: '' };
}

/** @throws {CommandError} that names the file, if it is refused */
async function blame(file: string, png: Uint8Array): Promise<void> {
  try {
    await inspect(png);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    const advice =
      error.code === 'IMAGE_TOO_LARGE' ? 'crop it or scale it down' : 'save it again, or convert it to PNG';
    throw new CommandError(`${file === '-' ? 'standard input' : file}: ${error.message}; ${advice}`);
  }
}

const faults: Record<string, string> = {
  ENOENT: 'its folder does not exist: make it first',
  EISDIR: 'is a folder: name a file',
  EACCES: 'cannot be written: check its permissions',
};

async function write(file: string, png: Uint8Array): Promise<void> {
  try {
    await writeFile(file, png);
  } catch (error) {
    throw new CommandError(`${file}: ${explainFault(error, faults)}`);
  }
}

function emptyMask({ width, height }: Comparison): Uint8Array {
  return withEngine((engine) => {
    const maskPitch = 1 + Math.ceil(width / 8);
    const mask = engine.takeZeroed(maskPitch * height);
    return encodeMask(engine, { diffPixels: 0, width, height, mask, maskPitch });
  });
}

function print({ print }: Arguments, comparison: Comparison): string {
  if (print === 'nothing') return '';
  if (print === 'text') return describeComparison(comparison);
  const { mask, explanation, ...result } = comparison;
  return `${JSON.stringify({ ...result, explanation: explanation && withoutImage(explanation) })}\n`;
}

function withoutImage({ thumbnail, ...explanation }: Explanation): Omit<Explanation, 'thumbnail'> {
  return explanation;
}
