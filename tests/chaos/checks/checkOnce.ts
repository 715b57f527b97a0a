import type { Build, Certainty } from '../clients/Build.js';
import type { Row, World } from '../world/openWorld.js';

/** Holds the database against what was asked for: nothing that was asked for once is there twice. */
export async function checkOnce(world: World, builds: readonly Build[]): Promise<void> {
  const captures = await countBy(world, 'select commit as key from captures');
  const diffs = await countBy(world, 'select head_capture_id as key from diffs');
  const sites = await countBy(world, 'select hash as key from site_files');
  const decisions = await countBy(world, 'select diff_id || kind || name as key from decisions');
  const audits = await countBy(
    world,
    'select action || target as key from audit_log where target is not null',
  );
  for (const build of builds) {
    const { commit, captureId, diffId, created, compared, site } = build;
    const whose = `of ${commit} (client ${build.client})`;
    const expect = (what: string, count: number, certainty: Certainty) => {
      const least = certainty === 'yes' ? 1 : 0;
      const most = certainty === 'no' ? 0 : 1;
      if (count < least || count > most)
        world.journal.violate(`there are ${count} ${what} ${whose}, though ${asked[certainty]}`);
    };
    expect('captures', captures(commit), created);
    if (captureId !== null) expect('diffs', diffs(captureId), build.kind === 'session' ? created : compared);
    if (site) expect('sites', sites(site.fileHash), site.created);
    if (diffId !== null) checkDecisions(world, build, diffId, { decisions, audits });
  }
  await checkJobs(world);
}

const asked: Record<Certainty, string> = {
  no: 'none was asked for',
  unknown: 'one was asked for and not acknowledged',
  yes: 'one was asked for and acknowledged',
};

type Count = (key: string) => number;

/** Approvals and rejections are choices that are kept; each call that changed something is in the audit log. */
function checkDecisions(
  { journal }: World,
  build: Build,
  diffId: string,
  counts: { decisions: Count; audits: Count },
): void {
  const past = { approve: 'approved', reject: 'rejected', revoke: 'revoked' } as const;
  for (const kind of ['approve', 'reject', 'revoke'] as const) {
    const calls = build.decisions.filter((decision) => decision.kind === kind);
    const hold = (what: string, count: number, asked: Build['decisions']) => {
      const acknowledged = asked.filter(({ done }) => done === 'yes').length;
      if (count < acknowledged || count > asked.length)
        journal.violate(
          `${what} of ${diffId} (client ${build.client}) is there ${count} times, though it was asked for ${asked.length} times and acknowledged ${acknowledged} times`,
        );
    };
    hold(`the audit entry that it was ${past[kind]}`, counts.audits(`diff.${past[kind]}${diffId}`), calls);
    if (kind === 'revoke') continue;
    for (const name of build.snapshots.keys()) {
      const asked = calls.filter(({ names }) => names.includes(name));
      hold(
        `the choice that ${name} was ${past[kind]}`,
        counts.decisions(`${diffId}${past[kind]}${name}`),
        asked,
      );
    }
  }
}

async function countBy({ query }: World, keys: string): Promise<Count> {
  const rows = await query(`select key, count(*)::int as count from (${keys}) keys group by key`);
  const counts = new Map(rows.map(({ key, count }: Row) => [String(key), Number(count)]));
  return (key) => counts.get(key) ?? 0;
}

/** A job that was given up, though nothing was wrong with what it was about. */
async function checkJobs({ query, journal }: World): Promise<void> {
  const failed = await query(
    "select name, data::text as data, output::text as output from pgboss.job where state = 'failed'",
  );
  for (const { name, data, output } of failed) journal.violate(`job ${name} ${data} was given up: ${output}`);
}
