import { awaitQuiet } from './page/awaitQuiet.js';
import { awaitAnswers } from './page/clock/awaitAnswers.js';
import { awaitFrames } from './page/clock/awaitFrames.js';
import { awaitRequests } from './page/clock/awaitRequests.js';
import { driveClock } from './page/clock/driveClock.js';
import { followClock } from './page/clock/followClock.js';
import { followMessages } from './page/clock/followMessages.js';
import { followStamps } from './page/clock/followStamps.js';
import { followTasks } from './page/clock/followTasks.js';
import { holdMedia } from './page/clock/holdMedia.js';
import { layClock } from './page/clock/layClock.js';
import { stepAnimations } from './page/clock/stepAnimations.js';
import { watchSteps } from './page/clock/watchSteps.js';
import { dressPage } from './page/dress/dressPage.js';
import { markProgressBars } from './page/dress/markProgressBars.js';
import { partStyles } from './page/dress/partStyles.js';
import { fixEnvironment } from './page/environment/fixEnvironment.js';
import { fixStamps } from './page/environment/fixStamps.js';
import { holdPickers } from './page/environment/holdPickers.js';
import { muteLeaving } from './page/environment/muteLeaving.js';
import { fixClock } from './page/fixClock.js';
import { freezeMotion } from './page/freezeMotion.js';
import { holdAnimationEvents } from './page/holdAnimationEvents.js';
import { measureIgnored } from './page/measureIgnored.js';
import { measureShot } from './page/measureShot.js';
import { movesIn } from './page/movesIn.js';
import { noteErrors } from './page/noteErrors.js';
import type { PageSteps } from './page/PageSteps.js';
import { paintAnew } from './page/paintAnew.js';
import { loadingParts } from './page/parts/loadingParts.js';
import { prepareDocument } from './page/prepareDocument.js';
import { repaint } from './page/repaint.js';
import { rewindMedia } from './page/rewindMedia.js';
import { seedRandom } from './page/seedRandom.js';
import { awaitStorybookStory } from './page/stories/awaitStorybookStory.js';
import { keepStoryShown } from './page/stories/keepStoryShown.js';
import { selectStorybookStory } from './page/stories/selectStorybookStory.js';
import { watchStorybook } from './page/stories/watchStorybook.js';
import { tellNavigations } from './page/tellNavigations.js';
import { trackFrames } from './page/trackFrames.js';
import { trackRoots } from './page/trackRoots.js';
import { trackTimers } from './page/trackTimers.js';
import { trackMessages } from './page/turns/trackMessages.js';
import { trackTasks } from './page/turns/trackTasks.js';
import { trackWork } from './page/turns/trackWork.js';
import { visiblePart } from './page/visiblePart.js';

/** The moment at which every page lives. */
export const now = Date.UTC(2024, 1, 2, 10);
export const seed = 0x2f6e2b1;

const steps: PageSteps = {
  awaitQuiet,
  awaitStorybookStory,
  dressPage,
  freezeMotion,
  loadingParts,
  markProgressBars,
  measureIgnored,
  measureShot,
  movesIn,
  paintAnew,
  partStyles,
  repaint,
  rewindMedia,
  selectStorybookStory,
  visiblePart,
};
const stepTexts = Object.entries(steps).map(([name, step]) => `${name}: ${step}`);

/** Comes before all others. */
export const prepare: string = `(${prepareDocument})({ steps: { ${stepTexts.join(', ')} } });`;

/** What the time of a document follows, and since when: it may stand still. */
export type Time = 'real' | { limitMs: number; atOnce: boolean };

/** What runs before any script of a document. One text, since the browser may run several in any order. */
export const documentScript = (time: Time): string =>
  [
    prepare,
    call(noteErrors),
    call(fixClock, { start: now }),
    call(seedRandom, { seed }),
    call(fixEnvironment),
    ...(time === 'real'
      ? [call(trackTimers), call(trackFrames), call(trackTasks), call(trackMessages)]
      : [
          call(layClock, time),
          call(awaitFrames),
          call(driveClock),
          call(watchSteps),
          call(followClock),
          call(stepAnimations),
          call(awaitAnswers),
          call(awaitRequests),
          call(holdMedia),
          call(followStamps),
          call(followMessages),
          call(followTasks),
        ]),
    call(trackWork),
    call(fixStamps),
    call(holdPickers),
    call(muteLeaving),
    call(trackRoots),
    call(holdAnimationEvents),
    call(tellNavigations),
    call(watchStorybook),
    call(keepStoryShown),
  ].join('\n');

export function call<Argument>(run: (argument: Argument) => unknown, argument?: Argument): string {
  return `(${run})(${JSON.stringify(argument) ?? ''});`;
}
