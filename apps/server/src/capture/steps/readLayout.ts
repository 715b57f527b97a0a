import { setTimeout as sleep } from 'node:timers/promises';
import { layoutScript, nextLayoutScript, type Rectangle } from '@svc/stabilise';
import type { Stage } from '../stage/openStage.js';
import { runRecorder } from '../stage/runRecorder.js';

/** Longer than a record may take on a machine that does much else. */
const limitMs = 2_000;

/** How the page is laid out that an image was taken of, as the JSON of a layout record; null where that cannot be told. */
export async function readLayout(stage: Stage, clip: Rectangle): Promise<string | null> {
  const area = { scale: stage.deviceScaleFactor, clip };
  const scripts = { next: nextLayoutScript(area), whole: layoutScript(area) };
  const read = async () => {
    const answer = await runRecorder(stage, { name: 'layout', ...scripts });
    return typeof answer === 'string' ? answer : null;
  };
  return Promise.race([read().catch(() => null), sleep(limitMs, null, { ref: false })]);
}
