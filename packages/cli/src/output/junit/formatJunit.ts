import type { Output, ReportedSuite } from '../Output.js';
import { type Case, type CaseOutcome, casesOf } from './casesOf.js';
import { escapeText, escapeXml } from './escapeXml.js';

interface TestSuite {
  name: string;
  properties: [name: string, value: string][];
  cases: Case[];
}

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

const countsOf = (cases: readonly Case[]) => {
  const count = (kind: CaseOutcome['kind']) => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
};

/** Seconds, as JUnit has them; nothing where no time is known. */
function timeOf(cases: readonly Pick<Case, 'milliseconds'>[]): { time?: string } {
  const known = cases.flatMap(({ milliseconds }) => milliseconds ?? []);
  if (known.length === 0) return {};
  return { time: (known.reduce((sum, one) => sum + one, 0) / 1_000).toFixed(3) };
}

function caseLines(one: Case, suite: string): string[] {
  const { name, outcome } = one;
  const opening = `    <testcase${attributes({ classname: suite, name, ...timeOf([one]) })}`;
  if (!outcome) return [`${opening}/>`];
  const { kind, type, message, details } = outcome;
  const tag = `${kind}${attributes(kind === 'skipped' ? { message } : { type, message })}`;
  const inner = details === '' ? `<${tag}/>` : `<${tag}>${escapeText(details)}</${kind}>`;
  return [`${opening}>`, `      ${inner}`, '    </testcase>'];
}

const suiteLines = ({ name, properties, cases }: TestSuite): string[] => [
  `  <testsuite${attributes({ name, ...countsOf(cases), ...timeOf(cases) })}>`,
  ...(properties.length > 0
    ? [
        '    <properties>',
        ...properties.map(([name, value]) => `      <property${attributes({ name, value })}/>`),
        '    </properties>',
      ]
    : []),
  ...cases.flatMap((one) => caseLines(one, name)),
  '  </testsuite>',
];

function suiteOf(suite: ReportedSuite): TestSuite {
  const { branch, commit, captureId, diffId, reviewUrl } = suite;
  const properties = Object.entries({ branch, commit, captureId, diffId, reviewUrl });
  return {
    name: suite.suite,
    properties: properties.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    cases: casesOf(suite),
  };
}

/** Why `svc` failed, as a test: a reader of the file alone must not take it for a success. */
const suiteOfError = ({ code, message }: { code: string; message: string }): TestSuite => ({
  name: 'svc',
  properties: [],
  cases: [{ name: 'svc', outcome: { kind: 'error', type: code, message, details: '' }, milliseconds: null }],
});

function suitesOf(document: Output): TestSuite[] {
  const suites = 'suites' in document ? document.suites : 'results' in document ? [document] : [];
  const error = 'error' in document ? document.error : null;
  return [...suites.map(suiteOf), ...(error ? [suiteOfError(error)] : [])];
}

/** The verdict as JUnit XML, as Jenkins, GitLab and others read it: a test suite for each suite, a test case for each slot. */
export function formatJunit(document: Output): string {
  const suites = suitesOf(document);
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'svc', ...countsOf(all), ...timeOf(all) })}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}
