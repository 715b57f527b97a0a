import { expect, test } from 'vitest';
import { type ReferencePlace, referenceFiles } from './referenceFiles.js';

type Browser = ReferencePlace['project']['config']['browser'];

const filesOf = (name: string, browser: Partial<Browser> = {}) =>
  referenceFiles(
    { name, testName: 'a page > is shown' },
    {
      testPath: '/repo/src/ui/button.test.ts',
      project: {
        name: 'chromium',
        config: {
          root: '/repo',
          attachmentsDir: '/repo/.vitest-attachments',
          browser: { name: 'chromium', ...browser },
        },
      },
    },
    'linux',
  );
const usual = '/repo/src/ui/__screenshots__/button.test.ts';

// The files that Vitest 4.1.0 and 5.1.1 write.
test.each([
  ['round', `${usual}/round-chromium-linux.png`],
  ['gold & round.png', `${usual}/gold-round-chromium-linux.png`],
  ['a page > is shown 1', `${usual}/a-page-is-shown-1-chromium-linux.png`],
  ['deep/navy blue', `${usual}/deep/navy-blue-chromium-linux.png`],
  ['../../up', `${usual}/up-chromium-linux.png`],
  ['v1.2', `${usual}/v12-chromium-linux.png`],
])('the file of %j', (name, file) => {
  expect(filesOf(name)).toEqual([file]);
});

test('the settings of a project decide on the file', () => {
  const toMatchScreenshot = { screenshotDirectory: 'shots' };
  expect(filesOf('x', { expect: { toMatchScreenshot } })).toEqual([
    '/repo/src/ui/shots/button.test.ts/x-chromium-linux.png',
  ]);
  expect(filesOf('x', { screenshotDirectory: 'shots' })).toEqual([
    '/repo/src/ui/shots/button.test.ts/x-chromium-linux.png',
    `${usual}/x-chromium-linux.png`,
  ]);
  const resolveScreenshotPath = (data: Record<string, string>) =>
    ['root', 'testFileDirectory', 'testName', 'browserName', 'arg', 'platform', 'ext']
      .map((key) => data[key])
      .join('|');
  expect(filesOf('deep/a b', { expect: { toMatchScreenshot: { resolveScreenshotPath } } })).toEqual([
    '/repo|src/ui|a-page-is-shown|chromium|deep/a-b|linux|.png',
  ]);
});
