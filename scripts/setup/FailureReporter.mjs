import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Reporter of Vitest that writes which files failed to the file that `SVC_TEST_FAILURES` names. */
export default class FailureReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const target = process.env.SVC_TEST_FAILURES;
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
    // Vitest notes which file was running; an error without that belongs to the whole run.
    const thrown = unhandledErrors.map((error) => error.VITEST_TEST_PATH);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(
      target,
      JSON.stringify({
        files: [...new Set([...failed, ...thrown.filter(Boolean)])],
        unplaced: thrown.filter((file) => !file).length,
      }),
    );
  }
}
