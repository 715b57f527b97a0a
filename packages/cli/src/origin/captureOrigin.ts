import {
  type CreateCaptureOptions,
  collectHistory,
  detectBaselineRef,
  detectBranch,
  detectCheckout,
  detectCiPages,
  detectCommit,
  detectPart,
} from '@svc/sdk';
import type { Context } from '../Context.js';
import type { CaptureFlags } from '../flags.js';

/** What a capture is of, and what becomes of it. */
export type CaptureOrigin = Pick<
  CreateCaptureOptions,
  | 'suite'
  | 'branch'
  | 'commit'
  | 'checkout'
  | 'baselineRef'
  | 'history'
  | 'shard'
  | 'job'
  | 'runKey'
  | 'ci'
  | 'ephemeral'
  | 'isLocal'
  | 'autoApprove'
  | 'autoBaseline'
>;

/** A variable that switches something on. */
export const isOn = (value: string | undefined) => value === 'true';

/** @throws SvcError where branch or commit are not known, or the shard is none */
export async function captureOrigin(flags: CaptureFlags, { env, cwd }: Context): Promise<CaptureOrigin> {
  const { suite, ephemeral, autoBaseline, shard } = flags;
  const isLocal = flags.local ?? isOn(env.SVC_LOCAL);
  const baselineRef = detectBaselineRef({ env }) ?? undefined;
  const origin = { suite, ephemeral, autoBaseline, isLocal, baselineRef };
  if (ephemeral) return origin;
  const commit = await detectCommit(flags.commit, { env, cwd });
  return {
    ...origin,
    autoApprove: !autoBaseline && isOn(env.SVC_AUTO_APPROVE),
    branch: await detectBranch(flags.branch, { env, cwd }),
    commit,
    checkout: await detectCheckout(commit, { env, cwd }),
    history: await collectHistory(cwd),
    ...detectPart(env, { shard }),
    ci: detectCiPages(env, commit),
  };
}
