import { expect, test } from 'vitest';
import { withSvc } from './withSvc.js';

const template = expect.stringMatching(/svc-playwright-[^/\\]+.worker-none.\{testFilePath\}.\{arg\}\{ext\}$/);

test('screenshots go to a folder of this run, and everything else stays as it is', () => {
  const config = withSvc(
    {
      testDir: 'tests',
      expect: { timeout: 5, toHaveScreenshot: { animations: 'allow' } },
      projects: [{ name: 'a' }, { name: 'b', expect: { timeout: 9 } }],
      reporter: 'line',
      globalTeardown: './teardown.ts',
    },
    { suite: 'e2e' },
  );
  expect(config).toEqual({
    testDir: 'tests',
    updateSnapshots: 'missing',
    expect: { timeout: 5, toHaveScreenshot: { animations: 'allow', pathTemplate: template } },
    projects: [
      { name: 'a' },
      { name: 'b', expect: { timeout: 9, toHaveScreenshot: { pathTemplate: template } } },
    ],
    reporter: [[expect.stringMatching(/reporter\.cjs$/)], ['line']],
    globalTeardown: ['./teardown.ts', expect.stringMatching(/checkReporter\.cjs$/)],
  });
});

test('buffers move the other images, too, and leave descriptions of pages where they are', () => {
  const config = withSvc(
    { projects: [{ name: 'a', snapshotPathTemplate: 'own/{arg}{ext}' }] },
    { suite: 'e2e', buffers: true },
  );
  expect(config).toMatchObject({
    snapshotPathTemplate: template,
    expect: { toMatchAriaSnapshot: { pathTemplate: expect.stringContaining('-snapshots/') } },
    projects: [{ name: 'a', snapshotPathTemplate: template }],
  });
});
