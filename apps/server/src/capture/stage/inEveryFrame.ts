import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import type { Stage } from './openStage.js';

/** A frame that shows an error page, or nothing, may never answer. */
const frameLimitMs = 4_000;
const silentFrameLimitMs = 500;

/** Frames that have not answered, by their address then: another document may. */
const silent = new WeakMap<Frame, string>();

/**
 * Runs a function of the folder `page` in the document and in each frame inside it.
 * @returns the document's answer, then those of the frames that gave one
 */
export async function inEveryFrame<Argument, Answer>(
  { page }: Stage,
  run: (argument: Argument) => Answer | Promise<Answer>,
  argument: Argument,
): Promise<[Answer, ...Answer[]]> {
  const evaluate = (frame: Frame): Promise<Answer> =>
    // Playwright's type of the function cannot be written for a type parameter.
    frame.evaluate(run as (given: unknown) => Answer | Promise<Answer>, argument);
  const [document, ...frames] = page.frames();
  if (!document || frames.length === 0) return [await evaluate(page.mainFrame())];
  const [first, ...others] = await Promise.all([
    evaluate(document),
    ...frames.map(async (frame) => {
      const url = frame.url();
      const limitMs = silent.get(frame) === url ? silentFrameLimitMs : frameLimitMs;
      const answer = await Promise.race([
        evaluate(frame).then(
          (answer) => ({ answer }),
          () => null,
        ),
        sleep(limitMs, 'silent' as const, { ref: false }),
      ]);
      if (answer !== 'silent') return answer;
      silent.set(frame, url);
      return null;
    }),
  ]);
  return [first, ...others.flatMap((other) => (other ? [other.answer] : []))];
}
