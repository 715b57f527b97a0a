import type {} from '../DocumentKit.js';

/**
 * Runs after `layClock`, before `followMessages`: stops the clock when nothing has moved for some steps. That is seen after each
 * step alone, so every capture stops at the same one.
 */
export function watchSteps(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  /** As long as a document in real time is watched after its last time-out. */
  const quietSteps = 5;
  const pollMs = 10;
  const rendered = ['completing', 'completed', 'afterEach', 'finished'];
  let changed = false;
  let quiet = 0;
  let awaited = false;
  let rests = false;
  const noteChange = () => {
    changed = true;
  };
  const observer = new MutationObserver(noteChange);
  document.addEventListener('scroll', noteChange, { capture: true, passive: true });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  clock.onStep = (acts) => {
    quiet = acts || changed || kit.paints() || kit.dueTimers() > 0 ? 0 : quiet + 1;
    changed = false;
    rests = clock.isHeld() || quiet >= quietSteps;
    if (awaited && rests) clock.stop();
  };
  kit.awaitRest = async ({ limitMs }) => {
    const start = kit.now();
    const end = start + limitMs;
    quiet = 0;
    rests = clock.isHeld();
    awaited = true;
    while (!rests && kit.now() < end) await kit.sleep(pollMs);
    awaited = false;
    return { paints: false, restless: !rests || clock.answers.missed, waitedMs: kit.now() - start };
  };
  clock.holdsTurns = () => {
    const { phase } = kit.story;
    return phase !== 'playing' && (!clock.isWaiting() || rendered.includes(phase));
  };
}
