// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import type { CheckOutcome, CheckRun, DeliveredCheck } from '../../domain/codeHosts/CodeHost.js';
import { fitBytes } from '../fitBytes.js';
import { type GithubRepository, pageSize, statusOf } from './GithubRepository.js';

/** Bytes that GitHub takes as a check run's summary. */
const maximumSummary = 65_535;

/** A required check that is cancelled blocks; one that is neutral would not. */
const conclusions = {
  success: 'success',
  failure: 'failure',
  inconclusive: 'cancelled',
} as const satisfies Record<Exclude<CheckOutcome, 'running'>, string>;

/** Shows a state of a check; one that GitHub has already is updated, whether or not its id is known. */
export async function showCheckRun(
  repository: GithubRepository,
  run: CheckRun,
  hostId: string | null,
): Promise<DeliveredCheck> {
  const { send, at, now } = repository;
  if (hostId !== null) {
    const updated = await update(repository, Number(hostId), run).catch((error: unknown) => {
      if (statusOf(error) !== 404) throw error;
      return null;
    });
    if (updated) return { hostId, url: updated.html_url };
  }
  const found = await findRun(repository, run);
  const shown =
    found === null
      ? (
          await send('POST /repos/{owner}/{repo}/check-runs', {
            ...at,
            head_sha: run.headSha,
            ...stateOf(run, now()),
          })
        ).data
      : await update(repository, found, run);
  return { hostId: String(shown.id), url: shown.html_url };
}

async function findRun({ send, at, appId }: GithubRepository, run: CheckRun): Promise<number | null> {
  for (let page = 1; ; page++) {
    const { data } = await send('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
      ...at,
      ref: run.headSha,
      check_name: nameOf(run),
      app_id: appId,
      filter: 'all',
      per_page: pageSize,
      page,
    });
    const found = data.check_runs.find((one) => one.external_id === run.externalId);
    if (found) return Number(found.id);
    if (data.check_runs.length < pageSize) return null;
  }
}

async function update({ send, at, now }: GithubRepository, id: number, run: CheckRun) {
  const { data } = await send('PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}', {
    ...at,
    check_run_id: id,
    ...stateOf(run, now()),
  });
  return data;
}

const nameOf = (run: CheckRun): string => fitBytes(run.name, 255);

/** What is sent of a run, in the sizes that GitHub takes. */
function stateOf(run: CheckRun, now: number) {
  const output = { title: fitBytes(run.title, 255), summary: fitBytes(run.summary, maximumSummary) };
  const shared = { name: nameOf(run), external_id: run.externalId, details_url: run.detailsUrl, output };
  if (run.outcome === 'running') return { ...shared, status: 'in_progress' as const };
  return {
    ...shared,
    status: 'completed' as const,
    conclusion: conclusions[run.outcome],
    // Told apart by it: events about this state and about a later one that looks the same.
    completed_at: new Date(now).toISOString(),
    actions: run.actions.slice(0, 3).map(({ identifier, label, description }) => ({
      identifier: identifier.slice(0, 20),
      label: label.slice(0, 20),
      description: description.slice(0, 40),
    })),
  };
}
