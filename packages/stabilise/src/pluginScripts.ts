import { call, now, prepare, seed } from './documentScript.js';
import { fixClock } from './page/fixClock.js';
import { holdAnimationEvents } from './page/holdAnimationEvents.js';
import { countTime } from './page/holding/countTime.js';
import { type Held, holdPage } from './page/holding/holdPage.js';
import { realIdentifiers } from './page/holding/realIdentifiers.js';
import { releasePage } from './page/holding/releasePage.js';
import { noteErrors } from './page/noteErrors.js';
import { seedRandom } from './page/seedRandom.js';
import { hideTestRunner } from './page/stories/hideTestRunner.js';
import { keepStoryShown } from './page/stories/keepStoryShown.js';
import { watchStorybook } from './page/stories/watchStorybook.js';
import { trackRoots } from './page/trackRoots.js';
import { trackTimers } from './page/trackTimers.js';
import { type Stabilise, stepsOf } from './StabiliseOptions.js';

/** What is true of a page after `holdScript`, or why nothing was done. */
export type HoldAnswer = Held;

export interface HoldOptions {
  stabilise?: Stabilise | undefined;
  /** Selectors of what is hidden in the picture, along with the caret; null where the driver hides the caret itself. */
  hidden: readonly string[] | null;
  /**
   * Milliseconds without a change of the document: 50 if absent. A driver that takes pictures until two are alike needs none.
   */
  quietMs?: number | undefined;
  /** Whether animations that end are put at their end, or at their start; true if absent. */
  atEnd?: boolean | undefined;
}

/** For all documents of a plugin, before any script of theirs; a document that was loaded before needs none. */
export const startScript = (stabilise?: Stabilise): string => once(startLines(stabilise));

/**
 * For all documents of a plugin that shows stories of a Storybook: follows what its preview says, as the fleet does. Random
 * numbers start with each story.
 */
export function storyScript(stabilise?: Stabilise): string {
  const { motion } = stepsOf(stabilise);
  return once([
    ...startLines(stabilise),
    call(noteErrors),
    ...(motion ? [call(holdAnimationEvents), call(hideTestRunner)] : []),
    call(watchStorybook),
    call(keepStoryShown),
  ]);
}

const once = (lines: string[]): string =>
  `(() => { if (window.svcDocumentKit) return;\n${lines.join('\n')}\n})();`;

function startLines(stabilise: Stabilise | undefined): string[] {
  const { clock, random, identifiers, quiet } = stepsOf(stabilise);
  return [
    prepare,
    ...(clock ? [call(fixClock, { start: now })] : []),
    ...seedings(random, identifiers),
    call(trackRoots),
    ...(quiet ? [call(trackTimers)] : []),
  ];
}

function seedings(random: boolean, identifiers: boolean): string[] {
  if (!random && !identifiers) return [];
  const seeding = call(seedRandom, { seed });
  if (!identifiers) return [seeding, call(realIdentifiers)];
  return random ? [seeding] : [`{ const { random } = Math; ${seeding} Math.random = random; }`];
}

/** An expression: its promise resolves with a {@link HoldAnswer} when the document, of one frame, can be shot. */
export function holdScript({ stabilise, hidden, quietMs = 50, atEnd = true }: HoldOptions): string {
  const { fonts, quiet, motion, repaint } = stepsOf(stabilise);
  const steps = { fonts, quiet, motion, atEnd, repaint, hidden: hidden && [...hidden], quietMs };
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
