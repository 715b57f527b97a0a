import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const template = readFileSync(
  new URL('../../integrations/gitlab/templates/svc.yml', import.meta.url),
  'utf8',
);

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'svc-gitlab-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The job, with inputs put in as GitLab does: into the text. */
function jobOf(inputs) {
  const [{ spec }, ...rest] = parseAllDocuments(template).map((document) => document.toJS());
  expect(rest).toHaveLength(1);
  const [, text] = template.split(/^---$/m);
  const filled = text.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name) => {
    expect(Object.keys(spec.inputs)).toContain(name);
    return inputs[name] ?? spec.inputs[name].default ?? expect.fail(`the input ${name} is missing`);
  });
  const [config] = parseAllDocuments(filled).map((document) => document.toJS());
  return Object.entries(config);
}

const inputs = { 'api-url': 'https://svc.example.com', run: 'stories-a storybook-static' };

test('the job has the identity token of the service, the whole history, and reports JUnit', () => {
  const [[name, job], ...others] = jobOf(inputs);
  expect([name, others]).toEqual(['visual-tests', []]);
  expect(job).toMatchObject({
    image: 'node:24',
    id_tokens: { SVC_ID_TOKEN: { aud: 'https://svc.example.com' } },
    variables: { GIT_DEPTH: 0, SVC_API_URL: 'https://svc.example.com' },
    artifacts: { when: 'always', reports: { junit: 'svc.xml' } },
  });
  expect(job.before_script[0]).toBe('npm ci');
});

test.each([
  [
    'stories-a storybook-static',
    ['stories-a', '--report', 'svc.json', '--junit', 'svc.xml', 'storybook-static'],
  ],
  [
    'run --shard 1/3 -- npx playwright test',
    [
      'run',
      '--report',
      'svc.json',
      '--junit',
      'svc.xml',
      '--shard',
      '1/3',
      '--',
      'npx',
      'playwright',
      'test',
    ],
  ],
])('the script runs svc %s', (run, line) => {
  const [[, job]] = jobOf({ ...inputs, run });
  const program = path.join(folder, 'node_modules/.bin/svc');
  mkdirSync(path.join(folder, 'node_modules/@svc/cli'), { recursive: true });
  mkdirSync(path.dirname(program));
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$@" >args\nexit 3\n');
  chmodSync(program, 0o755);
  const script = ['set -e', ...job.before_script.slice(1), ...job.script].join('\n');
  const env = { PATH: process.env.PATH, SVC_RUN: job.variables.SVC_RUN };
  expect(() => execFileSync('sh', ['-c', script], { cwd: folder, env })).toThrow(
    expect.objectContaining({ status: 3 }),
  );
  expect(readFileSync(path.join(folder, 'args'), 'utf8').trim().split('\n')).toEqual(line);
});
