// `npm run imports`: who may import whom, by the rules in .dependency-cruiser.mjs.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.mjs';
import { root } from './setup/runProgram.mjs';

const folders = ['packages', 'apps', 'examples', 'tests', 'bench', 'scripts'];
const isIgnored = new RegExp(`${rules.options.exclude.path}|${rules.options.doNotFollow.path}`);
/** Names of the rules about what may be a source at all, whatever it imports. */
const ofSources = new Set(
  rules.forbidden.filter(({ to }) => Object.keys(to).length === 0).map(({ name }) => name),
);

/** The sources in a folder and below it, named from `base` with forward slashes; tests and stories are none. */
export function listSources(base, folder) {
  return readdirSync(path.join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (isIgnored.test(entry.isDirectory() ? `${name}/` : name)) return [];
    if (entry.isDirectory()) return listSources(base, name);
    return /\.[cm]?[jt]sx?$/.test(name) ? [name] : [];
  });
}

/**
 * Follows the imports of every source below a folder that is laid out like this repository.
 *
 * @returns {Promise<{sources: number, problems: string[]}>} a problem is a wrong arrow, a circle, or a source whose
 *   imports were not read
 */
export async function checkImports(base, options = rules.options) {
  const present = readdirSync(base).filter((name) => folders.includes(name));
  const sources = present.flatMap((folder) => listSources(base, folder));
  const { output } = await cruise(present, {
    ...options,
    baseDir: base,
    validate: true,
    ruleSet: { forbidden: rules.forbidden },
  });
  const read = new Set(output.modules.map(({ source }) => source));
  const unread = sources.filter((source) => !read.has(source));
  return {
    sources: sources.length,
    problems: [
      ...unread.map((source) => `${source}: its imports were not read`),
      ...new Set(output.summary.violations.map(describeViolation)),
    ],
  };
}

function describeViolation({ from, to, rule, cycle }) {
  if (ofSources.has(rule.name)) return `${from} (${rule.name})`;
  const arrow = cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`;
  return `${arrow} (${rule.name})`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { sources, problems } = await checkImports(root);
  for (const problem of problems) console.error(`✗ ${problem}`);
  console.log(`${sources} sources, ${problems.length} wrong imports`);
  if (problems.length > 0) process.exitCode = 1;
}
