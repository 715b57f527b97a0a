import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { argumentsOf } from '../../integrations/github/src/argumentsOf.mjs';
import { formatAnnotations } from '../../integrations/github/src/formatAnnotations.mjs';
import { formatOutputs, outputsOf } from '../../integrations/github/src/formatOutputs.mjs';
import { formatSummary } from '../../integrations/github/src/formatSummary.mjs';
import { readInputs } from '../../integrations/github/src/readInputs.mjs';

const root = new URL('../../integrations/github/', import.meta.url);
const api = { 'INPUT_API-URL': 'https://svc.example.com/' };

const result = (given) => ({
  name: 'Button',
  viewport: { width: 320, height: 200 },
  browser: null,
  status: 'changed',
  approvalStatus: 'pending',
  diffPercentage: 3.1,
  causes: null,
  baselineImageUrl: 'https://svc/base',
  currentImageUrl: 'https://svc/head',
  diffImageUrl: 'https://svc/mask',
  ...given,
});
const suite = (results, given) => ({
  suite: 'web',
  conclusion: 'failure',
  reviewUrl: 'https://svc/acme/web/diffs/dif_1',
  snapshots: { failed: 0 },
  counts: {
    ...{ changed: 1, new: 0, removed: 0, unchanged: 2, failed: 0 },
    ...{ pending: 1, approved: 0, rejected: 0 },
  },
  results,
  failed: [],
  ...given,
});

test('action.yml names a file that is there, and has what the code reads and writes', () => {
  const action = parse(readFileSync(new URL('action.yml', root), 'utf8'));
  expect(action.runs).toEqual({ using: 'node24', main: 'src/main.mjs' });
  expect(readdirSync(new URL('src', root))).toContain('main.mjs');
  const source = readFileSync(new URL('src/readInputs.mjs', root), 'utf8');
  expect(Object.keys(action.inputs).filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  const outputs = outputsOf({ suites: [], error: null }, { exitCode: 0, file: 'report.json' });
  expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs));
});

test('the action needs nothing but Node', () => {
  for (const file of readdirSync(new URL('src', root))) {
    const imports = readFileSync(new URL(`src/${file}`, root), 'utf8').matchAll(/from '([^']+)'/g);
    for (const [, name] of imports) expect(name).toMatch(/^(node:|\.\/)/);
  }
});

test.each([
  [{ INPUT_STORYBOOK: 'dist', INPUT_SUITE: 'web' }, ['stories-a', 'dist', '--suite', 'web', '--report', 'r']],
  [
    { INPUT_LADLE: 'build', INPUT_ARGS: ' --shard  1/3 ' },
    ['stories-b', 'build', '--report', 'r', '--shard', '1/3'],
  ],
  [
    { INPUT_IMAGES: 'shots', 'INPUT_FAIL-ON-CHANGES': 'false' },
    ['upload', 'shots', '--exit-zero-on-changes', '--report', 'r'],
  ],
  [
    { INPUT_COMMAND: 'npm test && true', 'INPUT_FAIL-ON-CHANGES': 'true' },
    ['run', '--fail-on-changes', '--report', 'r', '--', 'bash', '-eo', 'pipefail', '-c', 'npm test && true'],
  ],
])('inputs %o are a command line', (inputs, line) => {
  expect(argumentsOf(readInputs({ ...api, ...inputs }), 'r')).toEqual(line);
});

test.each([
  [{ ...api }, 'Set exactly one of the inputs command, storybook, ladle, images: none of them is set.'],
  [{ ...api, INPUT_COMMAND: 'a', INPUT_LADLE: 'b' }, 'command and ladle are set.'],
  [{ INPUT_LADLE: 'b' }, 'Set the input api-url'],
  [{ 'INPUT_API-URL': 'svc.example.com', INPUT_LADLE: 'b' }, 'Set the input api-url'],
  [{ ...api, INPUT_LADLE: 'b', 'INPUT_FAIL-ON-CHANGES': 'yes' }, 'must be true or false, not "yes"'],
  [{ ...api, INPUT_COMMAND: 'b', INPUT_SUITE: 'web' }, 'the tests name their suite'],
])('inputs %o are refused', (inputs, message) => {
  expect(() => readInputs(inputs)).toThrow(message);
});

test('the summary has a row for each suite, and pictures and causes of the changes that are open', () => {
  const causes = { causes: [{ text: 'color: red → blue' }] };
  const text = formatSummary({
    suites: [
      suite([
        result({ causes }),
        result({ name: 'Bad', approvalStatus: 'rejected', diffPercentage: 1 }),
        result({ name: 'Fine', approvalStatus: 'approved' }),
      ]),
      suite([], {
        suite: 'e2e',
        conclusion: 'success',
        counts: { ...suite([]).counts, changed: 0, pending: 0 },
      }),
    ],
    error: null,
  });
  expect(text).toContain(
    '| <code>web</code> | 1 | 0 | 0 | 2 | ❌ 1 to review | [Review](https://svc/acme/web/diffs/dif_1) |',
  );
  expect(text).toContain('| <code>e2e</code> | 0 | 0 | 0 | 2 | ✅ nothing to review |');
  expect(text.indexOf('<h4>Bad')).toBeLessThan(text.indexOf('<h4>Button (320x200) · changed 3.10 %</h4>'));
  expect(text).toContain('<li>color: red → blue</li>');
  expect(text).toContain('<img src="https://svc/head" alt="current"');
  expect(text).not.toContain('Fine');
});

test('no name gets out of its place, in the summary, in annotations or in outputs', () => {
  const name = '</code>|<img src=x onerror=y>`\n::error::x%0A::set-output name=a::b';
  const report = {
    suites: [
      suite([result({ name })], {
        suite: name,
        failed: [{ name, viewport: null, browser: null, message: name }],
      }),
    ],
    error: { code: 'X', message: name },
  };
  const summary = formatSummary(report);
  expect(summary).not.toContain('<img src=x');
  expect(
    summary
      .split('\n')
      .find((line) => line.startsWith('| <code>'))
      ?.split('|').length,
  ).toBe(9);
  const annotations = formatAnnotations(report);
  expect(annotations).toHaveLength(3);
  expect(annotations.join('').includes('\n')).toBe(false);
  expect(annotations.filter((line) => !/^::(warning|error) title=[^:,]*::/.test(line))).toEqual([]);
  expect(annotations.join()).not.toContain('%0A::set-output');
  const [first = ''] = formatOutputs({ a: 'x\nb=y' }).split('\n');
  expect(first).toMatch(/^a<<end_[0-9a-f-]{36}$/);
});

test('a long list is cut, with the rest on the review page', () => {
  const results = Array.from({ length: 25 }, (_, index) => result({ name: `S${index}` }));
  const report = { suites: [suite(results)], error: null };
  expect(formatSummary(report).split('<h4>').length - 1).toBe(10);
  expect(formatSummary(report)).toContain('… and 15 more');
  expect(formatAnnotations(report)).toHaveLength(10);
});

test('a report without suites and one with an error say so', () => {
  expect(formatSummary({ suites: [], error: null })).toContain('No snapshots.');
  const failed = { suites: [], error: { code: 'API_KEY_MISSING', message: 'no API key' } };
  expect(formatSummary(failed)).toContain('❌ no API key');
  expect(outputsOf(failed, { exitCode: 2, file: 'r' })).toMatchObject({ conclusion: '', 'exit-code': '2' });
});
