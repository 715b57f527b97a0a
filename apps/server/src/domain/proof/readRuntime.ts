import { numberNames } from './numberNames.js';
import { type NameOf, readNaming, readTable } from './readNaming.js';

/** Where the chunks of a build by webpack or Rspack are, as its runtime has it. */
export interface Runtime {
  /** The text without what it says of chunks. */
  text: string;
  /** What it says of the build as a whole; null where that is in the text. */
  hash: string | null;
  /** The names of the files of a chunk by kind, of which most have only some. */
  namesOf(id: string): (string | null)[];
  /** What else it says of a chunk. */
  describe(id: string): string;
}

/** Functions that name files: scripts, style sheets of webpack's own, style sheets of its plugin. */
const kinds = ['u', 'k', 'miniCssF'] as const;

/** How the runtime asks for the address of a chunk, whatever the names are. */
const asking = /(?<![\w$.])([\w$]{1,40})\.p\+\1\.u\(/g;

/** Begins a file without modules of its own, which a story could show the names of. */
const isAlone =
  /^\s*\(\(\)=>\{(?:"use strict";)?(?:(?:(?:var|let|const) )?[\w$]{1,40}(?:=\{\})?[,;]){1,100}function /;

/**
 * Reads a text as one that has the runtime of webpack or Rspack in it.
 * @returns null where it has none, or one that names files in an unknown way
 */
export function readRuntime(text: string): Runtime | null {
  const owners = new Set([...text.matchAll(asking)].map(([, owner = '']) => owner));
  const [owner] = owners;
  if (owner === undefined || owners.size > 1) return null;
  const found = kinds.map((kind) => findNaming(text, `${owner}.${kind}`));
  if (found.includes(null) || found[0] === 'none') return null;
  const namings = found.flatMap((one) => (one === null || one === 'none' ? [] : one));
  const styled = findStyled(text, owner);
  const hash = findHash(text, `${owner}.h`);
  const rest = without(text, [...namings, ...(styled ? [styled] : []), ...(hash ? [hash] : [])]);
  return {
    text: isAlone.test(rest) ? numberNames(rest) : rest,
    hash: hash?.value ?? null,
    namesOf: (id) => found.map((one) => (one === null || one === 'none' ? null : (one.nameOf(id) ?? null))),
    describe: (id) => styled?.values.get(id) ?? '',
  };
}

interface Range {
  start: number;
  end: number;
}

function without(text: string, ranges: Range[]): string {
  let copied = 0;
  let rest = '';
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    rest += `${text.slice(copied, start)}\0`;
    copied = end;
  }
  return rest + text.slice(copied);
}

/** The places where something is assigned. */
const assignments = (text: string, name: string): number[] =>
  [...text.matchAll(new RegExp(`(?<![\\w$.])${name.replace(/[$.]/g, '\\$&')}=(?!=)`, 'g'))].map(
    ({ index, 0: whole }) => index + whole.length,
  );

/** Null where it is there and cannot be read. */
function findNaming(text: string, name: string): (Range & { nameOf: NameOf }) | 'none' | null {
  const [start, ...others] = assignments(text, name);
  if (start === undefined) return 'none';
  const naming = others.length === 0 ? readNaming(text, start) : null;
  return naming && { start, ...naming };
}

/** Which chunks have a style sheet of the plugin: `&&{12:1,34:1}[id]&&` in the function that loads these. */
function findStyled(text: string, owner: string): (Range & { values: ReadonlyMap<string, string> }) | null {
  const [begin, ...others] = assignments(text, `${owner}.f.miniCss`);
  if (begin === undefined || others.length > 0) return null;
  const before = /(?:function)?\(([\w$]{1,40}),[^{}]{0,40}\{[^{}]{0,200}?&&\(?(?=\{)/y;
  before.lastIndex = begin;
  const parameter = before.exec(text)?.[1];
  if (parameter === undefined) return null;
  const start = before.lastIndex;
  const table = readTable(text, start);
  if (!table) return null;
  const rest = text.slice(table.end, table.end + 80).replace(/^\)/, '');
  return rest.startsWith(`[${parameter}]&&`) ? { start, ...table } : null;
}

/** The hash of the build, where the runtime makes nothing of it. */
function findHash(text: string, name: string): (Range & { value: string }) | null {
  const uses = text.split(name).filter((rest, index) => index > 0 && !/^[\w$]/.test(rest));
  const [begin] = assignments(text, name);
  if (begin === undefined || uses.length !== 1) return null;
  const form = /(?:\(\)=>|function\(\)\{return ?)"(\w{1,128})"/y;
  form.lastIndex = begin;
  const value = form.exec(text)?.[1];
  return value === undefined ? null : { start: begin, end: form.lastIndex, value };
}
