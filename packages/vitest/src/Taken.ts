import type { SvcSnapshotOptions, SvcViewport } from './options.js';

/** How Vitest itself calls a picture of `toMatchScreenshot`. */
export interface Reference {
  name: string;
  /** Describes and title of the test. */
  testName: string;
}

/** A picture that a test in the browser took, as the browser sends it. */
export interface Taken extends SvcSnapshotOptions {
  /** Of Vitest. */
  taskId: string;
  /** Describes and title of the test. */
  titles: readonly string[];
  /** From 0. */
  attempt: number;
  /** As the test has it, or the number of the picture in its test. */
  name: string | number;
  /** Its name is the whole name of the snapshot, which is not of its file alone. */
  isWhole: boolean;
  /** What the name of the snapshot ends with: `[dark]`, or nothing. */
  suffix?: string | undefined;
  suite?: string | undefined;
  viewport: SvcViewport | null;
  /** Null where Vitest itself has no file of it. */
  reference: Reference | null;
  /** In base64. */
  png: string;
  /** A layout record as JSON; null where none was taken. */
  record: string | null;
}

/** A picture that is about to be sent. */
export type Announced = Omit<Taken, 'png' | 'record' | 'taskId' | 'reference'> & {
  /** Of the PNG. */
  hash: string;
};

/** The settings of `toMatchScreenshot` in the configuration of the project. */
export interface ScreenshotSettings {
  screenshotOptions?: Record<string, unknown> | undefined;
  timeout?: number | undefined;
}

export interface PictureSettings extends ScreenshotSettings {
  /** The option of the plugin. */
  layout: boolean;
}
