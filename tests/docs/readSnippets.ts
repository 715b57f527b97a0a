import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A piece of code in a page for people. */
export interface Snippet {
  /** Relative to the repository. */
  page: string;
  line: number;
  /** What the fence says, such as `sh`; empty for what a program prints. */
  language: string;
  /** Without the indentation of the list that it is in. */
  text: string;
}

const root = new URL('../../', import.meta.url);
/** Pages that are put together from code, and checked where that is done. */
const generated = new Set(['docs/conformance.md', 'docs/commands.md', 'docs/server-commands.md']);

/** Every snippet of the README, of docs/ and of the packages. */
export function readSnippets(): Snippet[] {
  const docs = readdirSync(fileURLToPath(new URL('docs', root)), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md') && !generated.has(name));
  const packages = readdirSync(fileURLToPath(new URL('packages', root)))
    .map((name) => `packages/${name}/README.md`)
    .filter((name) => existsSync(fileURLToPath(new URL(name, root))));
  return ['README.md', 'CONTRIBUTING.md', ...docs.sort(), ...packages].flatMap((page) =>
    snippetsOf(page, readFileSync(fileURLToPath(new URL(page, root)), 'utf8')),
  );
}

/** @param page its name, for messages */
export function snippetsOf(page: string, markdown: string): Snippet[] {
  const fence = /^( *)```([^\n`]*)\n(.*?)^\1```$/gms;
  return [...markdown.matchAll(fence)].map(({ index, 1: indent = '', 2: language = '', 3: text = '' }) => ({
    page,
    line: markdown.slice(0, index).split('\n').length,
    language: language.trim(),
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

export const placeOf = ({ page, line }: Snippet): string => `${page}:${line}`;
