import { storyOf } from '../../capture/stories/storyOf.js';
import { untriedWords } from '../../domain/captures/untriedWords.js';
import type { ExpectedTarget } from '../../service/captures/beginCapture.js';
import type { CaptureRun } from './createRun.js';

/**
 * Fails the targets of builds of which other chunks have found that they do not start, perhaps in another process.
 * @returns the others
 */
export async function failUnstartable(
  run: CaptureRun,
  targets: readonly ExpectedTarget[],
): Promise<ExpectedTarget[]> {
  const failed = targets.length > 0 ? await run.listFailedSaying(untriedWords) : [];
  const verdicts = new Map(failed.map(({ error, target }) => [storyOf(target)?.app, error]));
  const tried: ExpectedTarget[] = [];
  for (const target of targets) {
    const app = storyOf(target.target)?.app;
    const message = app === undefined ? undefined : verdicts.get(app);
    if (message === undefined) tried.push(target);
    else await run.record(target, { ok: false, message });
  }
  return tried;
}
