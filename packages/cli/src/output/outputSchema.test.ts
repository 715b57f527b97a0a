import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { Refusal } from '../../../sdk/testing/startFakeService.js';
import { outputProblems } from '../../testing/outputSchema.js';
import { runSvc } from '../../testing/runSvc.js';
import { resultsOf, type Scenario, startScenario } from '../../testing/startScenario.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-output-'));
const viewport = { width: 320, height: 200 };
const targets = [
  { name: 'one', url: 'http://site/1', viewport },
  { name: 'two', url: 'http://site/2' },
];
writeFileSync(join(folder, 'targets.json'), JSON.stringify(targets));
const kept = closeAfterAll();
afterAll(() => rmSync(folder, { recursive: true }));

/** What `svc capture` prints. */
async function outputOf(scenario: Scenario, ...args: string[]) {
  const service = kept(await startScenario(scenario));
  const env = { SVC_API_KEY: 'svc_x', SVC_API_URL: service.url, SVC_BRANCH: 'main', SVC_COMMIT: 'c1' };
  const { stdout } = await runSvc(['capture', 'targets.json', '--output', 'json', ...args], {
    cwd: folder,
    env,
  });
  return JSON.parse(stdout);
}

const failures = [{ name: 'one', viewport, browser: 'firefox', message: 'the page did not load' }];
const results = [
  ...resultsOf('changed', 'one'),
  ...resultsOf('new', 'two'),
  ...resultsOf('removed', 'three'),
];

test.each<[string, Scenario, string[], object]>([
  ['changes and failures', { results, failures }, [], { exitCode: 1, conclusion: 'failure' }],
  [
    'changes that exit with zero',
    { results },
    ['--exit-zero-on-changes'],
    { exitCode: 0, conclusion: 'failure' },
  ],
  ['no changes', {}, [], { exitCode: 0, conclusion: 'success' }],
  ['baselines that were set', {}, ['--auto-baseline'], { diffId: null, counts: null }],
  [
    'a refusal',
    { handlers: { createCapture: () => new Refusal('VALIDATION_ERROR', 'no') } },
    [],
    { error: { code: 'VALIDATION_ERROR', message: 'no' } },
  ],
  ['wrong use', {}, ['--no-such-flag'], { error: { code: 'USAGE' } }],
])('%s are as the schema says', async (_what, scenario, args, expected) => {
  const output = await outputOf(scenario, ...args);
  expect(output).toMatchObject(expected);
  expect(outputProblems(output)).toBeNull();
});

test('the schema refuses what has more, less or other fields', async () => {
  const output = await outputOf({ results });
  const { captureId, ...less } = output;
  for (const wrong of [
    { ...output, more: 1 },
    less,
    { ...output, version: 1 },
    { ...output, counts: { ...output.counts, more: 1 } },
    { ...output, exitCode: 2 },
    { version: 2, exitCode: 2, error: { code: 'x' } },
  ]) {
    expect(outputProblems(wrong)).not.toBeNull();
  }
});
