import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../../../dist/capture/browser/surviveLateObjects.js', import.meta.url);

/** A process in which something throws where nobody can catch it. */
const run = (message: string, before = '') =>
  spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { surviveLateObjects } from ${JSON.stringify(module.href)};
     ${before}
     const stop = surviveLateObjects((error) => console.log('reported', error.message));
     setImmediate(() => { throw new Error(${JSON.stringify(message)}); });
     setTimeout(() => { console.log('alive'); stop(); }, 50);`,
  ]);

const late = 'Cannot find parent object page@cc67 to create disposable@ddf2';

test.each([late, 'Object with guid disposable@d130 was not bound in the connection'])(
  'an object that a killed browser made too late is reported, and the process continues: %s',
  (late) => {
    const { status, stdout } = run(late);
    expect([status, stdout.toString()]).toEqual([0, `reported ${late}\nalive\n`]);
  },
);

test('any other error ends the process, and is shown', () => {
  const { status, stdout, stderr } = run('a mistake of ours');
  expect([status, stdout.toString()]).toEqual([1, '']);
  expect(stderr.toString()).toContain('a mistake of ours');
});

test('one that somebody else takes care of is left to them', () => {
  const { status, stdout } = run(
    'a mistake of ours',
    "process.on('uncaughtException', () => console.log('taken'));",
  );
  expect([status, stdout.toString()]).toEqual([0, 'taken\nalive\n']);
});
