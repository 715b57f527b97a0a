import { call, now, prepare, seed } from './documentScript.js';
import { fixClock } from './page/fixClock.js';
import { countTime } from './page/holding/countTime.js';
import { holdPage } from './page/holding/holdPage.js';
import { realIdentifiers } from './page/holding/realIdentifiers.js';
import { releasePage } from './page/holding/releasePage.js';
import type { Dressing } from './page/PageSteps.js';
import { seedRandom } from './page/seedRandom.js';
import { trackRoots } from './page/trackRoots.js';
import { trackTimers } from './page/trackTimers.js';
import { type Stabilise, stepsOf } from './StabiliseOptions.js';

/** What is true of a page after `holdScript`, or why nothing was done. */
export type HoldAnswer = Dressing;

export interface HoldOptions {
  stabilise?: Stabilise | undefined;
  /** Selectors of what is hidden in the picture, along with the caret; null where the driver hides the caret itself. */
  hidden: readonly string[] | null;
  /**
   * Milliseconds without a change of the document: 50 if absent. A driver that takes pictures until two are alike needs none.
   */
  quietMs?: number | undefined;
}

/** For all documents of a plugin, before any script of theirs; a document that was loaded before needs none. */
export function startScript(stabilise?: Stabilise): string {
  const { clock, random, identifiers, quiet } = stepsOf(stabilise);
  const lines = [
    prepare,
    ...(clock ? [call(fixClock, { start: now })] : []),
    ...seedings(random, identifiers),
    call(trackRoots),
    ...(quiet ? [call(trackTimers)] : []),
  ];
  return `(() => { if (window.svcDocumentKit) return;\n${lines.join('\n')}\n})();`;
}

function seedings(random: boolean, identifiers: boolean): string[] {
  if (!random && !identifiers) return [];
  const seeding = call(seedRandom, { seed });
  if (!identifiers) return [seeding, call(realIdentifiers)];
  return random ? [seeding] : [`{ const { random } = Math; ${seeding} Math.random = random; }`];
}

/** An expression: its promise resolves with a {@link HoldAnswer} when the document, of one frame, can be shot. */
export function holdScript({ stabilise, hidden, quietMs = 50 }: HoldOptions): string {
  const { fonts, quiet, motion, repaint } = stepsOf(stabilise);
  const steps = { fonts, quiet, motion, repaint, hidden: hidden && [...hidden], quietMs };
  return `(async () => {
if (!window.svcDocumentKit) {
${prepare}
${call(trackRoots)}
${call(countTime)}
}
return await ${call(holdPage, steps)}
})()`;
}

/** An expression: what `holdScript` held goes on. */
export const releaseScript: string = call(releasePage).replace(/;$/, '');
