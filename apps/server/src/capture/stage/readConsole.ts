import { consoleLines } from '../page/consoleLines.js';
import type { Stage } from './openStage.js';

/** A page that hangs does not answer; one on a busy machine takes a while. */
const patienceMs = 2_000;

/** The first errors and warnings of the page of a failed capture; none where it cannot be asked. */
export async function readConsole({ page }: Pick<Stage, 'page'>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const none = new Promise<string[]>((resolve) => {
    timer = setTimeout(resolve, patienceMs, []);
  });
  return Promise.race([page.evaluate(consoleLines).catch(() => []), none]).finally(() => clearTimeout(timer));
}
