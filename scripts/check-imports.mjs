// Who may import whom. The build fails on a wrong arrow.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup/runProgram.mjs';

/** Area → areas that it may import. An area ending in `(types)` may be imported for types only. */
export const rules = {
  schema: [],
  'image-diff': [],
  sdk: ['schema (types)'],
  cli: ['sdk'],
  web: ['schema'],
  'server/domain': ['schema'],
  'server/archive': [],
  'server/store': ['server/domain', 'schema'],
  'server/queue': ['server/domain', 'server/store (types)', 'schema'],
  'server/capture': ['server/domain', 'schema'],
  'server/codehost': ['server/domain', 'schema'],
  'server/service': ['server/domain', 'server/store', 'server/queue', 'server/codehost', 'schema'],
  'server/worker': [
    'server/service',
    'server/capture',
    'server/archive',
    'server/domain',
    'server/queue (types)',
    'image-diff',
    'schema',
  ],
  'server/api': ['server/service', 'server/domain', 'schema'],
};

const packageNames = {
  '@svc/schema': 'schema',
  '@svc/image-diff': 'image-diff',
  '@svc/sdk': 'sdk',
  '@svc/cli': 'cli',
  '@svc/web': 'web',
  '@svc/server': 'server',
};

/** Folders of the server that, like its top files, wire the parts and may import all of them. */
const wiring = ['commands', 'settings'];

/** The area of a file; null for the wiring of the server. */
export function areaOf(file) {
  const inPackage = /^packages\/([^/]+)\/src\//.exec(file);
  if (inPackage) return inPackage[1];
  const inServer = /^apps\/server\/src\/([^/]+)\//.exec(file);
  if (inServer) return wiring.includes(inServer[1]) ? null : `server/${inServer[1]}`;
  return file.startsWith('apps/web/src/') ? 'web' : null;
}

const statement =
  /(?:^|\n|;)\s*(?:import|export)(?<types>\s+type\b)?(?<names>[^'";]*?)(?:\sfrom\s*)?['"](?<static>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]/g;

/** The imports of a module's text. */
export function importsOf(text) {
  return [...text.matchAll(statement)].map(({ groups }) => ({
    from: groups.static ?? groups.dynamic,
    typesOnly: groups.types !== undefined || hasOnlyTypes(groups.names ?? ''),
  }));
}

function hasOnlyTypes(names) {
  const inBraces = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1];
  if (inBraces === undefined) return false;
  return inBraces
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .every((name) => name.startsWith('type '));
}

/**
 * @param {{path: string, text: string}[]} files paths relative to the repository, with forward slashes
 * @returns {string[]} one line for each import that breaks the rule
 */
export function findViolations(files) {
  return files.flatMap((file) => {
    const area = areaOf(file.path);
    if (area === null) return [];
    const allowed = rules[area];
    if (!allowed) return [`${file.path}: ${area} has no rule in scripts/check-imports.mjs`];
    return importsOf(file.text).flatMap(({ from, typesOnly }) => {
      const target = targetOf(file.path, from);
      if (target === null || target === area || allowed.includes(target)) return [];
      if (typesOnly && allowed.includes(`${target} (types)`)) return [];
      return [`${file.path}: ${area} must not import ${target} (${from})`];
    });
  });
}

/** The area that an import leads to; null for other packages and Node's modules. */
function targetOf(file, from) {
  if (!from.startsWith('.')) return packageNames[from.split('/').slice(0, 2).join('/')] ?? null;
  const target = path.posix.join(path.posix.dirname(file), from);
  return (
    areaOf(target) ?? (target.startsWith('apps/server/src/') ? 'the wiring of the server' : 'another folder')
  );
}

function* listSources(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listSources(name);
    else if (/\.tsx?$/.test(name) && !/\.(test|stories)\.tsx?$/.test(name)) yield name;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}/src`),
  );
  const files = folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => [...listSources(folder)])
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
  const violations = findViolations(files);
  for (const violation of violations) console.error(`✗ ${violation}`);
  console.log(
    `${files.length} files follow the import rule${violations.length ? `, except ${violations.length} imports` : ''}`,
  );
  if (violations.length > 0) process.exitCode = 1;
}
