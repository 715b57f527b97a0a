import path from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from './CommandError.js';

export interface Arguments {
  /** A path, or - for standard input. */
  before: string;
  after: string;
  threshold: number;
  antiAliasing: boolean;
  similarity: boolean;
  output: string | null;
  mask: string | null;
  print: 'text' | 'json' | 'nothing';
}

const seeHelp = 'see image-diff --help';

/**
 * @param words what follows the command's name
 * @throws {CommandError}
 */
export function parseArguments(words: readonly string[]): Arguments | 'help' | 'version' {
  const { values, positionals } = parseWords([...words]);
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (values.json && values.quiet) throw new CommandError('Give --json or --quiet, not both');
  const { before, after } = takeFiles(positionals);
  const written = [values.output, values.mask].filter((file) => file !== undefined);
  checkWritten(written, [before, after]);
  return {
    before,
    after,
    threshold: takeThreshold(values.threshold),
    antiAliasing: !values['no-anti-aliasing'],
    similarity: values.similarity ?? false,
    output: values.output ?? null,
    mask: values.mask ?? null,
    print: values.quiet ? 'nothing' : values.json ? 'json' : 'text',
  };
}

function parseWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        mask: { type: 'string', short: 'm' },
        threshold: { type: 'string', short: 't' },
        'no-anti-aliasing': { type: 'boolean' },
        similarity: { type: 'boolean' },
        json: { type: 'boolean' },
        quiet: { type: 'boolean', short: 'q' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split(/\.? To specify|\n/);
    throw new CommandError(`${what.replace(/\.$/, '')}; ${seeHelp}`);
  }
}

function takeFiles(files: readonly string[]): { before: string; after: string } {
  const [before, after, ...more] = files;
  if (before === undefined || after === undefined || more.length > 0) {
    throw new CommandError(`Name two PNG files, before and after, not ${files.length}; ${seeHelp}`);
  }
  if (before === '-' && after === '-') throw new CommandError('Only one of the two files can be -');
  return { before, after };
}

function takeThreshold(text: string | undefined): number {
  if (text === undefined) return 0.063;
  const threshold = text.trim() === '' ? Number.NaN : Number(text);
  if (threshold >= 0 && threshold <= 1) return threshold;
  throw new CommandError(`--threshold must be a number from 0 to 1, not ${text || 'empty'}`);
}

function checkWritten(written: readonly string[], read: readonly string[]): void {
  const places = [...read.filter((file) => file !== '-'), ...written].map((file) => path.resolve(file));
  for (const [i, file] of written.entries()) {
    const others = places.slice(0, places.length - written.length + i);
    if (file === '') throw new CommandError(`--output and --mask need a file name; ${seeHelp}`);
    if (others.includes(path.resolve(file))) {
      throw new CommandError(`${file} is one of the other files: write to another one`);
    }
  }
}
