import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, in this order: workers that begin with them end together. Vitest alone would go by size where it
 * remembers no durations, and some of the longest are a few lines that play many scenarios.
 */
const longest: readonly string[] = [
  'tests/capture/book.spec.ts',
  'tests/web/records.spec.ts',
  'tests/service/mainJob.spec.ts',
  'tests/chaos/chaos.spec.ts',
  'tests/service/causes.spec.ts',
  'tests/capture/faults.spec.ts',
  'tests/service/proof.spec.ts',
  'tests/capture/network.spec.ts',
  'tests/web/pages.spec.ts',
  'tests/service/killed.spec.ts',
  'tests/pooler/pgbouncer.spec.ts',
  'tests/web/comments.spec.ts',
  'tests/capture/proof.spec.ts',
  'tests/service/doctor.spec.ts',
  'tests/capture/plays.spec.ts',
  'tests/conformance/conformance.spec.ts',
  'tests/service/cliLogin.spec.ts',
  'tests/web/viewer.spec.ts',
  'tests/web/edges.spec.ts',
  'tests/capture/fields.spec.ts',
  'tests/service/drain.spec.ts',
  'tests/service/imports.spec.ts',
  'tests/s3/short.spec.ts',
  'tests/plugins/storybookAddon.spec.ts',
  'tests/capture/egress.spec.ts',
  'tests/capture/incomplete.spec.ts',
  'tests/service/ciKeys.spec.ts',
  'tests/openapi/generatedClient.spec.ts',
  'tests/capture/browsers.spec.ts',
  'apps/server/src/service/backup/copyDatabase.db.test.ts',
  'apps/server/src/service/backup/backup.db.test.ts',
  'apps/server/src/service/retention/retention.db.test.ts',
  'apps/server/src/service/retention/rowsGoWhileOthersWrite.db.test.ts',
];

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const rank = longest.indexOf(relative(project.vitest.config.root, moduleId).replaceAll('\\', '/'));
  return rank === -1 ? longest.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other));
  }
}
