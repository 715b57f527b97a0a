import { consoleLines, type PlayState, playState } from '@svc/stabilise';
import type { Stage } from './openStage.js';

/** A page that hangs does not answer; one on a busy machine takes a while. */
const patienceMs = 2_000;

/** The first errors and warnings of the page of a failed capture; none where it cannot be asked. */
export const readConsole = ({ page }: Pick<Stage, 'page'>): Promise<string[]> =>
  inTime(page.evaluate(consoleLines), []);

/** Where the play function of such a page is; null where it cannot be asked. */
export const readPlay = ({ page }: Pick<Stage, 'page'>): Promise<PlayState | null> =>
  inTime<PlayState | null>(page.evaluate(playState), null);

function inTime<Answer>(answer: Promise<Answer>, none: Answer): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(resolve, patienceMs, none);
  });
  return Promise.race([answer.catch(() => none), late]).finally(() => clearTimeout(timer));
}
