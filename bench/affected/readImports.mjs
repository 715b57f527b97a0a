import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

const specifiers = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)(["'])([^"'\n]+)\1/g;
const known = new Map();

function* nodesOf(value) {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (value && typeof value === 'object') {
    if (typeof value.type === 'string') yield value;
    for (const one of Object.values(value)) if (one && typeof one === 'object') yield* nodesOf(one);
  }
}

const isType = ({ importKind, exportKind }) => importKind === 'type' || exportKind === 'type';

function readTree(program) {
  const imports = [];
  for (const node of nodesOf(program)) {
    const isRequire = node.type === 'CallExpression' && node.callee?.name === 'require';
    const source = isRequire ? node.arguments[0] : node.source;
    const names = /^(?:Import|Export)/.test(node.type) && !isType(node);
    if ((names || isRequire) && typeof source?.value === 'string') imports.push(source.value);
  }
  return { imports, stories: storiesOf(program) };
}

/** Names of exports that are stories in CSF, or how often `add` is called in the older way of writing. */
function storiesOf(program) {
  const exports = program.body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .filter((node) => !isType(node));
  const names = exports.flatMap(({ declaration, specifiers: list = [] }) => [
    ...list.map(({ exported }) => exported.name ?? exported.value),
    ...(declaration?.declarations ?? []).map(({ id }) => id.name),
    ...(declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration'
      ? [declaration.id.name]
      : []),
  ]);
  const stories = names.filter((name) => name && name !== 'default' && !name.startsWith('__'));
  if (stories.length > 0) return stories;
  return [...nodesOf(program)]
    .filter(({ type, callee }) => type === 'CallExpression' && callee?.property?.name === 'add')
    .map((_, index) => `story${index}`);
}

/** What a file imports, and the stories that it would have, approximately: nothing is resolved or left out here. */
export function readImports(path, text) {
  const key = `${extname(path)} ${createHash('sha256').update(text).digest('base64')}`;
  const found = known.get(key) ?? read(path, text);
  known.set(key, found);
  return found;
}

function read(path, text) {
  if (path.endsWith('.mdx')) {
    return {
      imports: [...text.matchAll(specifiers)].map(([, , specifier]) => specifier),
      stories: [...text.matchAll(/<Story\b/g)].map((_, index) => `story${index}`),
    };
  }
  for (const lang of /\.[cm]?ts$/.test(path) ? ['ts'] : ['tsx', 'jsx']) {
    try {
      return readTree(parseAst(text, { lang }));
    } catch {
      // Another language, such as Flow.
    }
  }
  return {
    imports: [...text.matchAll(specifiers)].map(([, , specifier]) => specifier),
    stories: [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
  };
}
