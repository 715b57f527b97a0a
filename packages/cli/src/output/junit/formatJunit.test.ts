import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { sampleCapture, sampleDiff, sampleResult, sampleSnapshot } from '../../../../sdk/testing/samples.js';
import { describeSuite } from '../describeSuite.js';
import { type ComparisonOutput, outputVersion, type SessionOutput } from '../Output.js';
import { formatJunit } from './formatJunit.js';

const schema = readFileSync(new URL('../../../testing/junit.xsd', import.meta.url), 'utf8');

/** What libxml2 finds wrong with some documents. */
async function xmlProblems(documents: readonly string[]): Promise<string[]> {
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema: { fileName: 'junit.xsd', contents: schema } });
  return errors.map(({ rawMessage }) => rawMessage);
}

const suiteOf = (
  results: ReturnType<typeof sampleResult>[],
  failures: { name: string; message: string }[] = [],
) =>
  describeSuite({
    capture: sampleCapture({ suite: 'web' }),
    diff: sampleDiff({
      results,
      failures: failures.map((one) => ({ ...one, viewport: null, browser: null }) as never),
    }),
  });

const comparison = (suite: ReturnType<typeof suiteOf>): ComparisonOutput => ({
  version: outputVersion,
  exitCode: 1,
  ...suite,
});

test('a test case for each snapshot: what waits and what was rejected fails, the rest passes or is skipped', async () => {
  const at = '2026-11-30T12:00:00.000Z';
  const xml = formatJunit(
    comparison(
      suiteOf(
        [
          sampleResult({ name: 'Button', status: 'changed', approvalStatus: 'pending', diffPercentage: 3.1 }),
          sampleResult({ name: 'Card', status: 'new', approvalStatus: 'rejected' }),
          sampleResult({ name: 'Old', status: 'removed', approvalStatus: 'approved' }),
          sampleResult({ name: 'Same', status: 'unchanged', approvalStatus: 'approved' }),
          sampleResult({ name: 'Left', status: 'skipped', approvalStatus: 'approved' }),
          sampleResult({ name: 'Later', status: 'changed', approvalStatus: 'pending', ignoredUntil: at }),
          sampleResult({
            name: 'Two',
            status: 'changed',
            approvalStatus: 'approved',
            approvals: { by: [], given: 1, required: 2, mine: false },
          }),
        ],
        [{ name: 'Broken', message: 'the page answered 500' }],
      ),
    ),
  );
  const outcomes = [
    ...xml.matchAll(/<testcase classname="web" name="([^"]*)"(?:\/>|>\s*<(\w+)[^>]*message="([^"]*)")/g),
  ];
  expect(outcomes.map(([, ...parts]) => parts)).toEqual([
    ['Button', 'failure', 'changed 3.10 %, waiting for review'],
    ['Card', 'failure', 'new, rejected'],
    ['Old', undefined, undefined],
    ['Same', undefined, undefined],
    ['Left', 'skipped', expect.stringContaining('keeps its baseline')],
    ['Later', 'skipped', 'changed, ignored until 2026-11-30 12:00 UTC'],
    ['Two', 'failure', 'changed, waiting for another approval'],
    ['Broken', 'error', 'the page answered 500'],
  ]);
  expect(xml).toContain('<testsuites name="svc" tests="8" failures="3" errors="1" skipped="2">');
  expect(await xmlProblems([xml])).toEqual([]);
});

test('a test case has the time of its capture where the fleet took it, and a suite their sum', async () => {
  const snapshots = [
    { name: 'Button', milliseconds: 1_234 },
    { name: 'Card', milliseconds: 66 },
    { name: 'Uploaded', milliseconds: null },
    { name: 'Old service' },
    { name: 'Carried', milliseconds: 5_000, carriedFrom: 'cap_0' },
  ].map((one) => sampleSnapshot(one));
  const names = [...snapshots, { name: 'Removed' }].map(({ name }) => name);
  const results = names.map((name) =>
    sampleResult({ name, status: 'unchanged', approvalStatus: 'approved' }),
  );
  const suite = describeSuite({
    capture: sampleCapture({ suite: 'web', snapshots }),
    diff: sampleDiff({ results }),
  });
  const xml = formatJunit(comparison(suite));
  const times = [...xml.matchAll(/<testcase classname="web" name="([^"]*)"(?: time="([^"]*)")?/g)];
  expect(times.map(([, name, time]) => [name, time])).toEqual([
    ['Button', '1.234'],
    ['Card', '0.066'],
    ...['Uploaded', 'Old service', 'Carried', 'Removed'].map((name) => [name, undefined]),
  ]);
  expect(xml).toMatch(/<testsuites [^>]* time="1.300">\s*<testsuite [^>]* time="1.300">/);
  expect(await xmlProblems([xml])).toEqual([]);
  expect(formatJunit(comparison(suiteOf([sampleResult({})])))).not.toContain(' time=');
});

test('a session has all its suites, and what svc failed with', async () => {
  const suite = suiteOf([sampleResult({ status: 'unchanged', approvalStatus: 'approved' })]);
  const session: SessionOutput = {
    version: outputVersion,
    exitCode: 2,
    sessionId: 'ses_1',
    commandExitCode: 0,
    conclusion: null,
    hasCheck: false,
    suites: [
      { ...suite, checkRunUrl: null },
      { ...suite, suite: 'e2e', checkRunUrl: null },
    ],
    error: { code: 'NETWORK_ERROR', message: 'cannot reach <http://svc>' },
  };
  const xml = formatJunit(session);
  expect([...xml.matchAll(/<testsuite name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'web',
    'e2e',
    'svc',
  ]);
  expect(xml).toContain('<error type="NETWORK_ERROR" message="cannot reach &lt;http://svc&gt;"/>');
  const failure = {
    version: outputVersion,
    exitCode: 2,
    error: { code: 'USAGE', message: 'no "flag"' },
  } as const;
  expect(
    await xmlProblems([xml, formatJunit(failure), formatJunit({ ...session, suites: [], error: null })]),
  ).toEqual([]);
});

test('any text is valid XML, and no text makes or hides a test case', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '-->', '\0', '\n', '\r', '\ufffe', '\ud800', 'a'),
    }),
  );
  const result = fc.record({
    name: text,
    status: fc.constantFrom('changed', 'new', 'removed', 'unchanged', 'skipped'),
    approvalStatus: fc.constantFrom('pending', 'approved', 'rejected'),
    note: fc.option(text),
    currentImageUrl: text,
  });
  const drawn = fc.sample(
    fc.record({
      results: fc.array(result, { maxLength: 4 }),
      failures: fc.array(fc.record({ name: text, message: text }), { maxLength: 2 }),
    }),
    { numRuns: 30, seed: Number(process.env.SVC_SEED ?? 22) },
  );
  const documents = drawn.map(({ results, failures }) =>
    formatJunit(
      comparison(
        suiteOf(
          results.map((one) => sampleResult(one as never)),
          failures,
        ),
      ),
    ),
  );
  expect(await xmlProblems(documents)).toEqual([]);
  expect(documents.map((xml) => xml.split('<testcase ').length - 1)).toEqual(
    drawn.map(({ results, failures }) => results.length + failures.length),
  );
});
