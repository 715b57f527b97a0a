import type { DriverMode, DriverViewport } from './DriverOptions.js';

/** What a picture shows. */
export interface Target {
  /** The first element of this selector, instead of the page. */
  element?: string | undefined;
  /** The whole page, instead of what is visible of it. */
  fullPage?: boolean | undefined;
}

/** A page, in the words of the library that drives it. */
export interface PageDriver {
  /** Evaluates an expression in every frame, and waits for its promises. A frame that goes away is left out. */
  evaluate(expression: string): Promise<unknown>;
  /** Null where the size of the window decides. */
  viewport(): Promise<DriverViewport | null>;
  setViewport(viewport: DriverViewport): Promise<void>;
  /** Shows the page in a mode, or again as before if null. */
  emulate(mode: Omit<DriverMode, 'viewport'> | null): Promise<void>;
  /** @returns a PNG */
  screenshot(target: Target): Promise<Uint8Array>;
}
