import type { PageSteps } from './PageSteps.js';

/**
 * What the fleet keeps in each document it opens, frames included. All functions of this folder run inside the page:
 * each is sent there as text, so it uses nothing from outside itself but this.
 */
export interface DocumentKit {
  /**
   * Starts the seeded random numbers anew; while `loading`, with every task, so that what a module draws when it is
   * loaded does not depend on what was drawn before.
   */
  reseed(phase: 'loading' | 'running'): void;
  /** Whether a random number was drawn since they were last started. */
  hasDrawn(): boolean;
  /** How many time-outs are due within the next second. */
  dueTimers(): number;
  /** When such a time-out was over last, on the clock of `performance.now()`. */
  lastTimer: number;
  /** Time-outs that are set before the running task ends are over at once, and not counted: nobody needs their wait. */
  hurryTimers(): void;
  /** Whether the page has asked to be called with the next frame. */
  paints(): boolean;
  /** Resolves with the next frame, unseen by `paints`. */
  frame(): Promise<unknown>;
  /** The page's own timer, untouched by what the page or the kit replaced. */
  sleep(ms: number): Promise<void>;
  /** The document and all its shadow roots, closed ones included. */
  roots(): (Document | ShadowRoot)[];
  /** The story that is being shown and the story tool's latest word on it. */
  story: { id: string; phase: string; error: string | null };
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
