import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import type { Stage } from './openStage.js';

/** A frame that shows an error page, or nothing, may never answer. */
const frameLimitMs = 4_000;

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
    ...frames.map((frame) =>
      Promise.race([
        evaluate(frame).then(
          (answer) => ({ answer }),
          () => null,
        ),
        sleep(frameLimitMs, null, { ref: false }),
      ]),
    ),
  ]);
  return [first, ...others.flatMap((other) => (other ? [other.answer] : []))];
}
