import type { AccessibilityRecorder } from './accessibility/AccessibilitySteps.js';
import type { LayoutRecorder } from './layout/LayoutSteps.js';
import type { PageSteps, Quiet, Rest } from './PageSteps.js';

/** Whether an answer comes from others alone, or the document itself has a part in it. */
export type AnsweredBy = 'others' | 'shared';

/** Answers of others, which the document gets when its clock goes on. */
export interface Answers {
  /** One of others came after the clock had gone on without it: in another capture it may be there in time. */
  missed: boolean;
  /** Has the clock stand still until an answer has come, but not endlessly. */
  restFor(answer: Promise<unknown>, by: AnsweredBy): void;
  /**
   * Takes a number for an answer. What is then passed on is called once the clock has made a frame, in the order of the numbers, no
   * matter how long the answer has taken.
   */
  ask(): (tell: () => void) => void;
  /** What can be told now. */
  take(): (() => void)[];
}

/** The time of a document that does not follow the browser's. */
export interface StoryClock {
  now(): number;
  advance(ms: number): void;
  /** Has `run` called after `delay`, and again after every `every`. */
  add(run: () => void, delay: number, every: number | null): number;
  /** False when nothing of this number is waiting. */
  remove(id: number): boolean;
  /** The next call that is due before the next frame; the time is then its own. One from before the story is not of the story. */
  nextCall(): { run: () => void; isOfStory: boolean } | null;
  /** The time of the next frame, which it is then. */
  nextFrame(): number;
  /** Whether it moves on now. */
  goesOn(): boolean;
  /** Has it stand still until `goOn`. */
  stop(): void;
  /** Whether it has not moved on yet, since the story may still be rendered. */
  isWaiting(): boolean;
  /** Whether what the document sends itself has to wait for it; not while the story is rendered, which may need that. */
  holdsTurns(): boolean;
  /** Tasks without a delay that wait for it. */
  tasks: (() => void)[];
  /** What observers have seen, waiting likewise. */
  sights: (() => void)[];
  answers: Answers;
  /** It stands still for good, so that the image can be taken. */
  isHeld(): boolean;
  stepMs: number;
  /** Called with each step. */
  onFrame(time: number): void;
  /** Called after each step, which may have called something. */
  onStep(acts: boolean): void;
}

/**
 * What the fleet keeps in each document it opens, frames included. All functions of this folder run inside the page:
 * each is sent there as text, so it uses nothing from outside itself but this.
 */
export interface DocumentKit {
  /**
   * Starts the seeded random numbers over; while `loading`, with every task, so that what a module draws when it is
   * loaded does not depend on what was drawn before.
   */
  reseed(phase: 'loading' | 'running'): void;
  /** Whether a random number was drawn since they were last started. */
  hasDrawn(): boolean;
  /** The browser's time, as `performance.now()` first told it. */
  now(): number;
  /** The time that the document follows, where that is not the browser's. */
  clock: StoryClock | null;
  /** Milliseconds by which the date has gone on since the story began: none without a clock of its own. */
  elapsed(): number;
  /** Has the document's own clock move on, which rests while a story is rendered and loads what it needs. */
  goOn(): void;
  /** Called when a story begins to render: what is counted from then on is the story's. */
  beginStory(): void;
  /**
   * Moves animations on as the document's own clock does; with 0, stops those that have begun. Returns how many go on and have an
   * end.
   */
  stepAnimations(ms: number): number;
  /** Whether there were animations when the document was last seen to hold still. */
  moved: boolean;
  /** Animations were put at their ends for the image: their ends raise no events. */
  isPosed: boolean;
  /** The document is about to be replaced. */
  isLeft: boolean;
  /** Whether the story has an interval that keeps running. */
  repeats(): boolean;
  /** From now on, time-outs of more than this are not called while this story is shown. */
  holdTimers(longerThanMs: number): void;
  /** Opens the lists that the page has asked to open. */
  openPickers(): void;
  /** How many time-outs are due within the next second, and tasks without a delay. */
  dueTimers(): number;
  /** When such a time-out was over last, on the clock of `now()`. */
  lastTimer: number;
  /** Time-outs that are set before the running task ends are over at once, and not counted: nobody needs their wait. */
  hurryTimers(): void;
  /** Whether the page has asked to be called with the next frame. */
  paints(): boolean;
  /** Has what waits for the document wait for this, too. The answer may come later than the one that is given. */
  awaitWork<Answer>(answer: Promise<Answer>): Promise<Answer>;
  /** Whether the document goes on in messages that it sends itself. */
  sendsOn(): Promise<boolean>;
  /** Waits until the document holds still by the clock that it follows. */
  awaitRest(quiet: Quiet): Promise<Rest>;
  /** Resolves with the next frame, unseen by `paints`; soon in a document that is hidden, which gets none. */
  frame(): Promise<unknown>;
  /** Resolves when a video shows a frame, unseen by `paints`. */
  videoFrame(video: HTMLVideoElement): Promise<unknown>;
  /** Draws with the next frame of the browser, and tells what that has told. */
  inFrame<Answer>(draw: () => Answer): Promise<Answer>;
  /** The page's own timer, untouched by what the page or the kit replaced. */
  sleep(ms: number): Promise<void>;
  /** The shadow root of an element, also a closed one. */
  shadowOf(element: Element): ShadowRoot | null;
  /** The browser's `getComputedStyle`, which pages replace. */
  styleOf: typeof getComputedStyle;
  /** The document and all its shadow roots, closed ones included. */
  roots(): (Document | ShadowRoot)[];
  /** Null before the first record of the document. */
  recordLayout: LayoutRecorder | null;
  /** Likewise. */
  recordAccessibility: AccessibilityRecorder | null;
  /** What hides things in the latest picture. */
  dress: { text: string; sheet: CSSStyleSheet } | null;
  /** What `paintAnew` adds and takes away. */
  paint: CSSStyleSheet | null;
  /** The story that is being shown and the story tool's latest word on it. */
  story: { id: string; phase: string; error: string | null };
  /** Called when the story tool has said something. */
  heard(): void;
  /** Labels of the steps that the story's play function is in, the outer ones first; they stay where it failed. */
  playSteps: string[];
  steps: PageSteps;
  /** The latest error that was thrown or logged in the document. */
  lastError: string | null;
  /** The first errors and warnings, as the console shows them. */
  lines: string[];
}

declare global {
  interface Window {
    svcDocumentKit: DocumentKit;
  }
}
