import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, 30 s and more in one run, in this order: workers that begin with them end together. Vitest alone would
 * go by size where it remembers no durations, and some of the longest are a few lines that play many scenarios.
 */
const longest: readonly string[] = [
  'tests/service/mainJob.spec.ts',
  'tests/web/records.spec.ts',
  'tests/chaos/chaos.spec.ts',
  'tests/capture/faults.spec.ts',
  'tests/web/access.spec.ts',
  'tests/plugins/playwright.spec.ts',
  'tests/capture/pagesOfSite.spec.ts',
  'tests/web/hostile.spec.ts',
  'tests/capture/network.spec.ts',
  'tests/web/pages.spec.ts',
  'tests/capture/threads.spec.ts',
  'tests/capture/book.spec.ts',
  'tests/web/comments.spec.ts',
  'tests/web/opening.spec.ts',
  'tests/web/edges.spec.ts',
  'tests/capture/proof.spec.ts',
  'tests/model/scenarios.db.test.ts',
  'tests/conformance/conformance.spec.ts',
  'tests/web/journey.spec.ts',
  'tests/web/inbox.spec.ts',
  'tests/service/causes.spec.ts',
  'tests/web/viewer.spec.ts',
  'tests/web/twoPeople.spec.ts',
  'tests/web/decisions.spec.ts',
  'tests/capture/ladleTimers.spec.ts',
  'tests/service/roles.spec.ts',
  'apps/server/src/store/postgres/startPostgres.db.test.ts',
  'tests/web/accessibility.spec.ts',
  'tests/web/keys.spec.ts',
  'tests/capture/videos.spec.ts',
  'apps/server/src/service/backup/copyDatabase.db.test.ts',
  'tests/pooler/pgbouncer.spec.ts',
  'tests/web/review.spec.ts',
  'tests/model/oracle.test.ts',
  'tests/capture/plays.spec.ts',
  'apps/server/src/service/retention/rowsGoWhileOthersWrite.db.test.ts',
  'tests/capture/steps.spec.ts',
  'tests/capture/clock.spec.ts',
  'tests/web/notes.spec.ts',
  'tests/capture/fields.spec.ts',
  'tests/web/url.spec.ts',
  'packages/cli/src/svc.test.ts',
  'tests/service/drain.spec.ts',
  'tests/web/list.spec.ts',
  'tests/capture/namedCauses.spec.ts',
  'tests/capture/leaks.spec.ts',
  'tests/capture/incomplete.spec.ts',
  'tests/service/doctor.spec.ts',
  'tests/service/killed.spec.ts',
  'tests/web/reviewingTogether.spec.ts',
  'tests/web/ignoreAreas.spec.ts',
  'tests/service/proof.spec.ts',
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
