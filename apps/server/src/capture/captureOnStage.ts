import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureTarget, IgnoredRegion } from '@svc/schema';
import { storyError } from '@svc/stabilise';
import { inSpan } from '../context/spans.js';
import type { CaptureOutcome, CaptureTimings, Expectation, PageLoads } from '../domain/captures/Fleet.js';
import { CaptureFailure } from './CaptureFailure.js';
import type { Doing } from './Doing.js';
import type { Recording } from './Recording.js';
import { emulate } from './stage/emulate.js';
import { forgetStory } from './stage/forgetStory.js';
import { navigate } from './stage/navigate.js';
import type { Stage } from './stage/openStage.js';
import { mostMoves } from './stage/watchTrouble.js';
import { missingParts } from './steps/missingParts.js';
import { pose } from './steps/pose.js';
import { readAccessibility } from './steps/readAccessibility.js';
import { readLayout } from './steps/readLayout.js';
import { settle } from './steps/settle.js';
import { shoot } from './steps/shoot.js';
import { showLadleStory } from './stories/showLadleStory.js';
import { showStorybookStory } from './stories/showStorybookStory.js';
import { type Story, storyOf } from './stories/storyOf.js';

type Captured = CaptureOutcome & { ok: true };
/** What a stage makes of a target. */
type Shot = Omit<Captured, 'renderer' | 'loads'> & { loads?: Omit<PageLoads, 'recipe'> };

/**
 * Captures one target on a stage. Rejects with a {@link CaptureFailure} when the target is to blame, with anything
 * else when the browser is. After a rejection the stage must not be used again.
 */
export async function captureOnStage(
  stage: Stage,
  target: CaptureTarget,
  doing: Doing,
  isExpected: Expectation = null,
  recording: Recording | null = null,
): Promise<Shot> {
  const story = storyOf(target);
  const started = performance.now();
  stage.captures += 1;
  stage.trouble.begin(story !== null);
  stage.requests.beginStory();
  stage.loads.beginStory();
  await emulate(stage, target);

  let reusable: boolean | null = null;
  const { loaded, delayed, settled, late, restless, slow, measure } = await survivingNavigation(
    stage,
    story ? 'the story' : 'the page',
    async () => {
      // A page that goes elsewhere is captured there; a story that reloads itself is shown again.
      if (reusable === null || story) reusable = await phase('load', () => show(stage, target, story, doing));
      return bringToRest(stage, target, doing);
    },
  );
  const posed = performance.now();

  const compared = timed(isExpected);
  const ending = { measure, isExpected: compared.isExpected, once: restless };
  const { png, other, unstable, ignored, clip } = await phase('shot', () =>
    shoot(stage, target, doing, ending),
  );
  const shot = performance.now();
  // One that is not as expected is captured again, and that one counts.
  const isFinal = isExpected === null || compared.isMet();
  const wantsLayout = isFinal && (await recording?.wantsLayout(png));
  const layout = wantsLayout ? await phase('layout', () => readLayout(stage, clip)) : null;
  const recorded = performance.now();
  const wantsRules = isFinal ? recording?.wantsRules : null;
  const accessibility = wantsRules
    ? await phase('accessibility', () => readAccessibility(stage, clip, png, wantsRules))
    : null;
  const examined = performance.now();
  const trouble = stage.trouble.first() ?? (story ? await stage.page.evaluate(storyError) : null);
  if (trouble !== null) throw new CaptureFailure(trouble);
  const incomplete = await missingParts(stage, late);
  const loads = story && incomplete.length === 0 ? loadsOf(stage, story, target.url) : null;
  const isInDoubt = stage.loads.endStory();
  if (story && (!reusable || late.length > 0 || isInDoubt)) await forgetStory(stage);
  return {
    ok: true,
    png,
    unstable,
    ...(unstable && { doubt: { cause: 'motion' as const, ...(other && { other }) } }),
    ignored,
    ...(slow && { isSlow: true }),
    notes: stage.trouble.notes(),
    incomplete,
    ...(loads && { loads }),
    ...(layout !== null && { layout }),
    ...(accessibility !== null && { accessibility }),
    timings: {
      load: loaded - started,
      delay: delayed - loaded,
      settle: settled - delayed,
      pose: posed - settled,
      shot: shot - posed - compared.milliseconds(),
      compare: compared.milliseconds(),
      ...(layout !== null && { layout: recorded - shot }),
      ...(accessibility !== null && { accessibility: examined - recorded }),
    },
  };
}

/** One part of a capture, as `CaptureTimings` names it, in its trace. */
const phase = <T>(name: keyof CaptureTimings, act: () => Promise<T>): Promise<T> => inSpan({ name }, act);

/** Waits until what is shown holds still, and holds it. With the moments at which each step was over. */
async function bringToRest(stage: Stage, target: CaptureTarget, doing: Doing) {
  const { delay = 0, ignoreSelectors = [], pauseAnimationAtEnd: atEnd = true } = target;
  const { selector = null, cropToViewport = false, ignore = [] } = target;
  const loaded = performance.now();
  if (delay) {
    doing.now = `waiting for the delay of ${delay} ms`;
    await phase('delay', () => sleep(delay));
  }
  const delayed = performance.now();
  const { late, restless, slow } = await phase('settle', () => settle(stage, delay, doing));
  const settled = performance.now();
  const shot = { selector, cropToViewport, ignore };
  const posed = await phase('pose', () => pose(stage, { ignoreSelectors, atEnd, shot }, doing));
  return {
    loaded,
    delayed,
    settled,
    late: [...late, ...posed.late],
    restless: restless || (posed.movesOn && stage.time === 'real'),
    slow: slow && stage.time === 'real',
    measure: posed.measure,
  };
}

/** What the page of a story has loaded; null where its image may depend on anything else. */
function loadsOf(stage: Stage, { id }: Story, url: string): Omit<PageLoads, 'recipe'> | null {
  const loaded = stage.loads.paths();
  const page = decodeURIComponent(new URL(url).pathname.slice(1));
  return loaded && { page, storyId: id, ...loaded };
}

/** The same question, whether the last answer was yes, and how long its answers have taken in all. */
function timed(isExpected: Expectation) {
  let spent = 0;
  let isMet = false;
  return {
    isMet: () => isMet,
    milliseconds: () => spent,
    isExpected:
      isExpected &&
      (async (png: Buffer, ignored: readonly IgnoredRegion[]) => {
        const asked = performance.now();
        const answer = await phase('compare', () => isExpected(png, ignored));
        spent += performance.now() - asked;
        isMet = answer;
        return answer;
      }),
  };
}

/** Shows the target. Whether the page may be kept for the next one. */
async function show(
  stage: Stage,
  target: CaptureTarget,
  story: Story | null,
  doing: Doing,
): Promise<boolean> {
  // A story that needs another document finds nothing that stories of this one have stored.
  if (story && stage.loaded !== null && stage.loaded !== story.app) await forgetStory(stage);
  switch (story?.tool) {
    case 'storybook':
      return showStorybookStory(stage, story, target, doing);
    case 'ladle':
      await showLadleStory(stage, story, target, doing);
      return true;
    case undefined:
      doing.now = `loading ${target.url}`;
      await navigate(stage, target.url);
      return false;
  }
}

/** A page that sends itself elsewhere after it was loaded takes the running step with it: begin again there. */
async function survivingNavigation<T>(
  { page, navigation }: Stage,
  subject: string,
  steps: () => Promise<T>,
): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await steps();
    } catch (error) {
      const navigated = /execution context was destroyed|because of a navigation/i.test(String(error));
      if (!navigated) throw error;
      if (retry > mostMoves) {
        const words = navigation.moves().at(-1)?.words ?? 'loaded another document';
        throw new CaptureFailure(`${subject} ${words} again and again`);
      }
      await page.waitForLoadState('domcontentloaded');
    }
  }
}
