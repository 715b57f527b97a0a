import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { checkConfiguration } from './checkConfiguration.js';
import { checkTypes } from './checkTypes.js';
import { checkCommand, readCommands } from './readCommands.js';
import { placeOf, readSnippets, type Snippet } from './readSnippets.js';

/** Languages that are not checked, and why. */
const otherLanguages: Readonly<Record<string, string>> = {
  '': 'is what a program prints',
  text: 'is what a program prints',
  groovy: 'Jenkins alone reads it',
  md: 'is text for a README',
};
const snippets = readSnippets();
const inLanguage = (...languages: string[]) =>
  snippets.filter(({ language }) => languages.includes(language));
const named = (chosen: readonly Snippet[]) => chosen.map((snippet) => [placeOf(snippet), snippet] as const);
const shell = inLanguage('sh');

test('every snippet is of a language that is checked here, or is listed', () => {
  expect(snippets.length).toBeGreaterThan(80);
  const checked = ['sh', 'json', 'yaml', 'ts', 'js', ...Object.keys(otherLanguages)];
  expect(snippets.filter(({ language }) => !checked.includes(language)).map(placeOf)).toEqual([]);
});

test.each(named(inLanguage('json')))('%s is JSON', (_place, { text }) => {
  expect(() => JSON.parse(text)).not.toThrow();
});

describe('configurations of CI', () => {
  test.each(named(inLanguage('yaml')))('%s is what its CI reads', async (_place, snippet) => {
    expect(await checkConfiguration(snippet)).toEqual([]);
  });
});

test('code compiles against the packed packages', async () => {
  expect(await checkTypes(inLanguage('ts'), true)).toEqual([]);
  expect(await checkTypes(inLanguage('js'), false)).toEqual([]);
});

describe('calls of svc and svc-server', () => {
  const calls = [...shell, ...inLanguage('yaml', 'groovy')].flatMap((snippet) =>
    readCommands(snippet).map(
      (command) => [`${placeOf(snippet)} ${command.program} ${command.args.join(' ')}`, command] as const,
    ),
  );

  test('are found', () => expect(calls.length).toBeGreaterThan(60));

  test.each(calls)('%s', async (_name, { program, args }) => {
    await checkCommand(program, args);
  });
});

test.each(named(shell))('%s is parsed by the shell', (_place, { text }) => {
  execFileSync('bash', ['-n'], { input: text.replaceAll(/<([^>\n]+)>/g, '$1') });
});
