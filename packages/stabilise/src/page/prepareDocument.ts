import type { DocumentKit } from './DocumentKit.js';
import type { PageSteps } from './PageSteps.js';

/** Runs before any script of a document, and before the other functions that do: lays the kit out. */
export function prepareDocument({ steps }: { steps: PageSteps }): void {
  const setTimer = window.setTimeout.bind(window);
  const requestFrame = window.requestAnimationFrame.bind(window);
  const requestVideoFrame = HTMLVideoElement.prototype.requestVideoFrameCallback;
  const now = performance.now.bind(performance);
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimer(resolve, ms));
  /** What is hidden gets no frames. */
  const hiddenFrameMs = 20;
  const kit: DocumentKit = {
    reseed: () => {},
    hasDrawn: () => false,
    now,
    clock: null,
    elapsed: () => 0,
    beginStory: () => {},
    goOn: () => {},
    stepAnimations: () => 0,
    moved: false,
    isPosed: false,
    isLeft: false,
    inFrame: async (draw) => draw(),
    repeats: () => false,
    holdTimers: () => {},
    openPickers: () => {},
    dueTimers: () => 0,
    lastTimer: 0,
    hurryTimers: () => {},
    paints: () => false,
    awaitWork: (answer) => answer,
    sendsOn: async () => false,
    awaitRest: steps.awaitQuiet,
    frame: () =>
      document.visibilityState === 'hidden'
        ? sleep(hiddenFrameMs)
        : new Promise((resolve) => requestFrame(resolve)),
    videoFrame: (video) => new Promise((resolve) => requestVideoFrame.call(video, resolve)),
    sleep,
    shadowOf: (element) => element.shadowRoot,
    styleOf: window.getComputedStyle.bind(window),
    roots: () => [document],
    recordLayout: null,
    recordAccessibility: null,
    dress: null,
    paint: null,
    story: { id: '', phase: '', error: null },
    heard: () => {},
    playSteps: [],
    steps,
    lastError: null,
    lines: [],
  };
  Object.defineProperty(window, 'svcDocumentKit', { value: kit });
}
