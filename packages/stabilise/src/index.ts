export { accessibilityScript, nextAccessibilityScript } from './accessibilityScript.js';
export { documentScript, type Time } from './documentScript.js';
export { layoutScript, nextLayoutScript, recordShown, shownLayoutScript } from './layoutScript.js';
export type { FoundViolation } from './page/accessibility/AccessibilitySteps.js';
export { findViolations } from './page/accessibility/findViolations.js';
export { clearSession } from './page/clearSession.js';
export { consoleLines } from './page/consoleLines.js';
export { freezeMotion } from './page/freezeMotion.js';
export { type Held, holdStill } from './page/holdStill.js';
export { holdTimers } from './page/holdTimers.js';
export type { Shown } from './page/layout/shownClip.js';
export { measureShot } from './page/measureShot.js';
export type { Frozen, LoadingParts, Measure, Rectangle, WantedShot } from './page/PageSteps.js';
export { loadingParts } from './page/parts/loadingParts.js';
export { shownParts } from './page/parts/shownParts.js';
export { stopLoading } from './page/parts/stopLoading.js';
export { posePage } from './page/posePage.js';
export { awaitLadleApp } from './page/stories/awaitLadleApp.js';
export { awaitStorybookStore } from './page/stories/awaitStorybookStore.js';
export { awaitStorybookStory } from './page/stories/awaitStorybookStory.js';
export { type ExtractedStory, extractStorybook } from './page/stories/extractStorybook.js';
export { type PlayState, playState } from './page/stories/playState.js';
export { selectLadleStory } from './page/stories/selectLadleStory.js';
export { storyError } from './page/stories/storyError.js';
export { switchStorybookStory } from './page/stories/switchStorybookStory.js';
export type { Asking } from './page/tellNavigations.js';
export { pictureFlags } from './pictureFlags.js';
export {
  type HoldAnswer,
  type HoldOptions,
  holdScript,
  releaseScript,
  startScript,
  storyScript,
} from './pluginScripts.js';
export {
  checkStabilise,
  type Stabilise,
  type StabiliseOptions,
  type StabiliseStep,
  stepsOf,
} from './StabiliseOptions.js';
