import type { ApprovalStatus, Diff, DiffResult, SvcClient } from '@svc/sdk';
import { SvcError } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import { unknownSnapshot } from '../builds/unknownSnapshot.js';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ExitCode, exitCodes } from '../exitCodes.js';
import type { DecisionFlags } from '../flags.js';
import { formatDecision } from '../output/formatDecision.js';
import { type DecisionOutput, outputVersion } from '../output/Output.js';
import { createProgress } from '../output/Progress.js';
import { present } from '../output/present.js';
import { slotText } from '../output/slotText.js';
import { readDiff } from './readDiff.js';

/** A result, and how it stood when it was decided about. */
export type DecidedSlot = Pick<DiffResult, 'name' | 'viewport' | 'browser'> & { ifStatus: ApprovalStatus };

export interface Decision {
  name: DecisionOutput['decision'];
  /** What `--all` decides about. */
  all: ApprovalStatus;
  /** @returns how many of the slots are decided now, and of how many another approval is missing */
  act(
    client: SvcClient,
    diffId: string,
    slots: DecidedSlot[],
    note: string | undefined,
  ): Promise<{ decided: number; awaiting: number }>;
}

const reviewable: readonly string[] = ['changed', 'new', 'removed'];

export const decidedSlot = ({ name, viewport, browser, approvalStatus }: DiffResult): DecidedSlot => ({
  name,
  viewport,
  browser,
  ifStatus: approvalStatus,
});

/** What a decision can be about; nothing is taken back that nobody decided. */
const candidatesOf = ({ results }: Diff, { name }: Decision): DiffResult[] =>
  results.filter(
    ({ status, approvalStatus }) =>
      reviewable.includes(status) && (name !== 'revoke' || approvalStatus !== 'pending'),
  );

/** Whether another person has to approve it as well, and the caller has not. */
const awaitsCaller = ({ approvals }: DiffResult): boolean =>
  approvals ? approvals.given < approvals.required && !approvals.mine : false;

/** @throws CliError SNAPSHOT_NOT_IN_DIFF */
function choose(diff: Diff, { snapshot, all }: DecisionFlags, decision: Decision): DiffResult[] {
  const candidates = candidatesOf(diff, decision);
  if (all || !snapshot)
    return candidates.filter(
      (result) =>
        result.approvalStatus === decision.all || (decision.name === 'approve' && awaitsCaller(result)),
    );
  const names = snapshot.map((name) => name.normalize('NFC'));
  for (const name of names) {
    const named = diff.results.filter((result) => result.name === name);
    if (named.length === 0) throw unknownSnapshot(diff, name);
    if (!named.some((result) => candidates.includes(result))) {
      const [{ status, approvalStatus } = { status: '', approvalStatus: '' }] = named;
      const state = reviewable.includes(status) ? approvalStatus : status;
      throw new CliError(
        'SNAPSHOT_NOT_IN_DIFF',
        `there is nothing to ${decision.name} about "${name}" in diff ${diff.id}: it is ${state}`,
      );
    }
  }
  return candidates.filter(({ name }) => names.includes(name));
}

/** Says what to do where the service refuses because of what happened meanwhile (R44). */
function explainConflict(error: unknown, { id, reviewUrl }: Diff): unknown {
  if (!(error instanceof SvcError)) return error;
  const { code, message } = error;
  const text = message.replace(/\.?( Look again, then decide)?\.?$/, '');
  if (code === 'DECISION_CONFLICT') {
    const place = reviewUrl ? ` at ${reviewUrl}` : '';
    return new CliError(
      code,
      `${text}; nothing was decided. Look at it again${place}, then repeat the command`,
      { cause: error },
    );
  }
  if (code === 'DIFF_STALE' && /re-diff/i.test(message) && !message.includes('svc rediff')) {
    return new CliError(code, `${text} (svc rediff ${id})`, { cause: error });
  }
  return error;
}

/** Decides about the snapshots that the flags name, as they stand now, and presents what was decided. */
export async function decide(
  decision: Decision,
  diffId: string,
  flags: DecisionFlags & { note?: string },
  context: Context,
): Promise<ExitCode> {
  const { snapshot = [], all } = flags;
  if (!all && snapshot.length === 0) {
    throw new CliError('USAGE', 'which snapshots? Pass --snapshot <name> (once or more) or --all');
  }
  if (all && snapshot.length > 0) throw new CliError('USAGE', 'pass either --snapshot or --all, not both');
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const diff = await readDiff(client, diffId).finally(progress.end);
  const chosen = choose(diff, flags, decision);
  const slots = chosen.map(decidedSlot);
  const { decided, awaiting } =
    slots.length === 0
      ? { decided: 0, awaiting: 0 }
      : await decision
          .act(client, diffId, slots, flags.note)
          .catch((error) => Promise.reject(explainConflict(error, diff)))
          .finally(progress.end);
  const document: DecisionOutput = {
    version: outputVersion,
    exitCode: exitCodes.success,
    diffId,
    reviewUrl: diff.reviewUrl,
    decision: decision.name,
    note: flags.note ?? null,
    decided,
    total: slots.length,
    awaiting,
    snapshots: chosen.map(({ name, viewport, browser, status, approvalStatus, decidedBy }) => ({
      name,
      viewport,
      browser,
      status,
      approvalStatus,
      decidedBy,
    })),
  };
  const left = all ? leftAlone(diff, decision) : [];
  await present(document, () => formatDecision(document, left), context);
  return exitCodes.success;
}

/** What `--all` leaves alone although it could be decided. */
const leftAlone = (diff: Diff, decision: Decision): string[] =>
  candidatesOf(diff, decision)
    .filter(({ approvalStatus }) => approvalStatus === (decision.name === 'reject' ? 'approved' : 'rejected'))
    .map(slotText);
