import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  accessibilityScript,
  type FoundViolation,
  findViolations,
  nextAccessibilityScript,
  type Rectangle,
} from '@svc/stabilise';
import type { CaptureOutcome } from '../../domain/captures/Fleet.js';
import type { Recording } from '../Recording.js';
import type { Stage } from '../stage/openStage.js';
import { runRecorder } from '../stage/runRecorder.js';

/** Longer than recording and checking may take on a machine that does much else. */
const limitMs = 5_000;

type Accessibility = NonNullable<(CaptureOutcome & { ok: true })['accessibility']>;

/**
 * What the page of an image says to assistive technology, and where that is asked for, which rules it breaks; null where that
 * cannot be told.
 */
export async function readAccessibility(
  stage: Stage,
  clip: Rectangle,
  png: Buffer,
  wantsRules: NonNullable<Recording['wantsRules']>,
): Promise<Accessibility | null> {
  const record = async (violations: readonly FoundViolation[] | null) => {
    const shown = { scale: stage.deviceScaleFactor, clip, violations };
    const scripts = { next: nextAccessibilityScript(shown), whole: accessibilityScript(shown) };
    const answer = await runRecorder(stage, { name: 'accessibility', ...scripts });
    if (typeof answer !== 'string') throw new Error('the page did not return an accessibility record');
    return answer;
  };
  const tree = await inTime(record(null));
  if (tree === null) return null;
  const isWanted = await wantsRules(png, tree);
  const checked = isWanted ? await inTime(checkRules(stage).then(record)) : null;
  return { tree, checked };
}

const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work.catch(() => null), sleep(limitMs, null, { ref: false })]);

const require = createRequire(import.meta.url);
let axe: Promise<string> | undefined;
/** In ASCII: a few other letters in its texts and names would have all of it sent as UTF-16, which takes half as long again. */
const readAxe = (): Promise<string> => {
  axe ??= readFile(require.resolve('axe-core/axe.min.js'), 'utf8').then((script) =>
    script.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
  return axe;
};

/** Runs axe-core in a world of its own: what the page has changed of its functions does not matter, nor does it see any of it. */
async function checkRules({ cdp }: Stage): Promise<FoundViolation[]> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'svc-rules',
  });
  // Of a document that showed another story, it is the same world. What axe-core is takes as long to run as what it does.
  const { result: known } = await cdp.send('Runtime.evaluate', { contextId, expression: 'typeof axe' });
  if (known.value !== 'object')
    await cdp.send('Runtime.evaluate', { contextId, expression: await readAxe() });
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    contextId,
    expression: `(${findViolations})()`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return result.value as FoundViolation[];
}
