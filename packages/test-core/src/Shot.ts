import type { Viewport } from '@svc/sdk';

/** How a snapshot is compared and shown, where a test says so. */
export interface ShotOptions {
  /** How far a color may move, 0 to 1; that of the project if absent. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different; as the project says if absent. */
  antiAliasing?: boolean | undefined;
  /** Words to find it by, kept in its metadata. */
  tags?: readonly string[] | undefined;
}

/** A picture that a test took. */
export interface Shot extends ShotOptions {
  suite: string;
  name: string;
  viewport?: Viewport | undefined;
  /** The browser, or the project of the test runner. */
  browser?: string | undefined;
  /** The PNG. */
  file: string;
  /** The test that took it, the same in all of its attempts. */
  testId: string;
  /** From 0. */
  attempt: number;
  /** Display hierarchy. */
  path: readonly string[];
  /** Boxes that comparisons ignore, in pixels of the picture. */
  ignore?: readonly Box[] | undefined;
  /** The file of a layout record: how the page was laid out when the picture was taken. */
  layoutFile?: string | undefined;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One text for the slot of a picture. */
export const slotOf = ({
  suite,
  name,
  viewport,
  browser,
}: Pick<Shot, 'suite' | 'name' | 'viewport' | 'browser'>): string =>
  JSON.stringify([suite, name.normalize('NFC'), viewport?.width, viewport?.height, browser]);
