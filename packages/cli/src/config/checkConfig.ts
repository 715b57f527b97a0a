import { nearestName } from '../nearestName.js';
import type { SvcConfig } from '../SvcConfig.js';
import { type ConfigKey, type ConfigType, flagKeys, serviceKeys } from './configKeys.js';

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const types: Record<ConfigType, { is: (value: unknown) => boolean; words: string }> = {
  string: { is: isText, words: 'text' },
  boolean: { is: (value) => typeof value === 'boolean', words: 'true or false' },
  number: { is: (value) => typeof value === 'number' && Number.isFinite(value), words: 'a number' },
  strings: { is: (value) => Array.isArray(value) && value.every(isText), words: 'a list of texts' },
  'string or boolean': {
    is: (value) => typeof value === 'boolean' || isText(value),
    words: 'text, true or false',
  },
};

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function problemsOf(
  fields: Record<string, unknown>,
  keys: Record<string, ConfigKey>,
  path: string,
): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    // As a field that is absent; JSON has none of these.
    if (value === undefined) return [];
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (key) return types[key.type].is(value) ? [] : [`${path}${name} must be ${types[key.type].words}`];
    if (simpleName(name) === 'apikey')
      return [`${path}${name} does not belong in a file: set SVC_API_KEY, or run \`svc login\``];
    return [unknownName(`${path}${name}`, name, Object.keys(keys))];
  });
}

const simpleName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

function unknownName(what: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return `${what} is not known${nearest ? `: did you mean ${nearest}?` : `; known are ${known.join(', ')}`}`;
}

/**
 * What is wrong with the content of a configuration file, a text for each mistake.
 * @param flagsOf the flags of the file that each command has, by the name of the command
 */
export function configProblems(
  content: unknown,
  flagsOf: Readonly<Record<string, readonly string[]>>,
): string[] {
  if (!isFields(content)) return ['it must be an object, such as { "suite": "web" }'];
  const { commands = {}, ...fields } = content;
  const problems = problemsOf(fields, { ...serviceKeys, ...flagKeys, commands: commandsKey }, '');
  if (!isFields(commands)) return [...problems, 'commands must be an object of commands'];
  for (const [name, settings] of Object.entries(commands)) {
    const path = `commands.${name}`;
    const flags = Object.hasOwn(flagsOf, name) ? flagsOf[name] : undefined;
    if (!flags) problems.push(unknownName(path, name, Object.keys(flagsOf)));
    else if (!isFields(settings)) problems.push(`${path} must be an object, such as { "suite": "web" }`);
    else {
      const keys = Object.entries(flagKeys).filter(([key]) => flags.includes(key));
      problems.push(...problemsOf(settings, Object.fromEntries(keys), `${path}.`));
    }
  }
  return problems;
}

/** Only to be named where another field looks like it. */
const commandsKey: ConfigKey = { type: 'string', description: '' };

/** @throws TypeError listing what is wrong */
export function assertConfig(
  content: unknown,
  flagsOf: Readonly<Record<string, readonly string[]>>,
): asserts content is SvcConfig {
  const problems = configProblems(content, flagsOf);
  if (problems.length > 0) throw new TypeError(problems.join('; '));
}
