import { type CaptureTarget, name } from '@svc/schema';
import { presentCapture } from './presentCapture.js';
import { Refusal } from './Refusal.js';
import type { Asker, ToolAnswer } from './Tool.js';

/** The most that an agent captures at once: it tries something out, and a build is what CI captures. */
export const mostTargets = 50;

/** A suite, as tools that capture take it. */
export const suiteOfCapture = name.describe(
  'Suite whose baselines compare_capture compares with, such as that of the diff you read.',
);

export const ephemeral =
  'The capture is ephemeral: it belongs to no branch, never becomes a baseline, changes no check, and goes after some days. ' +
  'read_capture waits for it and shows images; compare_capture compares it with baselines.';

/**
 * Starts an ephemeral capture.
 * @throws Refusal VALIDATION_ERROR for more targets than an agent captures at once
 */
export async function startCapture(
  { call }: Pick<Asker, 'call'>,
  suite: string,
  targets: CaptureTarget[],
): Promise<ToolAnswer> {
  if (targets.length > mostTargets) {
    const message = `These are ${targets.length} snapshots; name at most ${mostTargets}`;
    throw new Refusal({ code: 'VALIDATION_ERROR', message });
  }
  const capture = await call('createCapture', { body: { suite, ephemeral: true, partial: true, targets } });
  return { data: { ...presentCapture(capture), snapshots: targets.map((target) => target.name) } };
}
