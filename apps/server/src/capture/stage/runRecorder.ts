import type { Stage } from './openStage.js';

/** What a document records with, as expressions: it is sent once, and found by the short one from then on. */
interface RecorderScripts {
  name: 'layout' | 'accessibility';
  /** Null where the document has no recorder. */
  next: string;
  whole: string;
}

/** Has the document of a stage record something. The answer is a page's: it may be anything. */
export async function runRecorder(
  { page, recorders }: Stage,
  { name, next, whole }: RecorderScripts,
): Promise<unknown> {
  const answer = recorders.has(name) ? await page.evaluate<unknown>(next) : null;
  if (answer !== null) return answer;
  recorders.add(name);
  return page.evaluate<unknown>(whole);
}
