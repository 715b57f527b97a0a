import type { LocalRun, StoryResult, StoryStatus } from '../protocol.js';

const counted = (count: number, total: number): string =>
  total === 1 ? '' : `${count} of ${total} snapshots: `;

/** What the sidebar shows of the snapshots of a story; null where there is nothing to show. */
export function statusOf(results: readonly StoryResult[]): StoryStatus | null {
  const seen = results.filter(({ status }) => status !== 'skipped');
  if (seen.length === 0) return null;
  const rejected = seen.filter(({ approvalStatus }) => approvalStatus === 'rejected');
  const pending = seen.filter(({ isPending }) => isPending);
  const [first] = [...rejected, ...pending];
  if (!first)
    return { value: 'success', text: seen.length === 1 ? (seen[0]?.text ?? '') : 'Nothing to review' };
  const alike = rejected.length > 0 ? rejected : pending;
  return {
    value: rejected.length > 0 ? 'error' : 'warning',
    text: `${counted(alike.length, seen.length)}${first.text}`,
  };
}

/** The run on this machine is newer than the build, so it comes first. */
export function storyStatus(
  results: readonly StoryResult[],
  local: LocalRun | undefined,
): StoryStatus | null {
  if (local?.state === 'running') return { value: 'pending', text: 'Taking snapshots on this machine' };
  if (local?.state === 'failed')
    return { value: 'error', text: `On this machine: ${local.problem?.text ?? 'failed'}` };
  const status = statusOf(local?.results ?? results);
  return status && local ? { ...status, text: `On this machine: ${status.text}` } : status;
}
