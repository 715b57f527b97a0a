import { fixClock } from '../page/fixClock.js';
import { noteErrors } from '../page/noteErrors.js';
import { prepareDocument } from '../page/prepareDocument.js';
import { seedRandom } from '../page/seedRandom.js';
import { trackFrames } from '../page/trackFrames.js';
import { trackRoots } from '../page/trackRoots.js';
import { trackTimers } from '../page/trackTimers.js';
import { watchStorybook } from '../page/watchStorybook.js';

/** The moment at which every page lives. */
const now = Date.UTC(2024, 1, 2, 10);
const seed = 0x2f6e2b1;

/** What runs before any script of a document. One text, since the browser may run several in any order. */
export const documentScript: string = [
  call(prepareDocument),
  call(noteErrors),
  call(fixClock, { now }),
  call(seedRandom, { seed }),
  call(trackTimers),
  call(trackFrames),
  call(trackRoots),
  call(watchStorybook),
].join('\n');

function call<Argument>(run: (argument: Argument) => void, argument?: Argument): string {
  return `(${run})(${JSON.stringify(argument) ?? ''});`;
}
