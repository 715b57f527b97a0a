// What the command in the browser and the plugin in Node tell each other, as arguments and answers of tasks.
import type { DriverOptions, DriverViewport } from '@svc/test-core/page';

/** What `cy.task` is called with. */
export const tasks = { start: 'svc:start', plan: 'svc:plan', keep: 'svc:keep' } as const;

/** What the names of our screenshots begin with. */
export const screenshotPrefix = 'svc-';

/** A snapshot that a test asks for. */
export interface PlanRequest {
  /** The file, the titles and a number of the test if null. */
  name: string | null;
  options: Partial<DriverOptions>;
  /** From the root of the project. */
  file: string;
  titles: string[];
  attempt: number;
  browser: string;
}

/** What the command has to do. */
export interface Plan {
  id: string;
  /** The first element of this selector instead of the page or the subject; null if there is none. */
  element: string | null;
  fullPage: boolean;
  delay: number;
  /** Expressions for every frame of the page: before each picture, and after it. */
  before: string[];
  after: string[];
  /** Cypress pauses timers and removes animations for the picture. */
  pausesTimers: boolean;
  /** What ends a mode; null if there are none. */
  usualMedia: EmulatedMedia | null;
  pictures: PlannedPicture[];
}

export interface PlannedPicture {
  name: string;
  viewport: DriverViewport | null;
  /** Arguments of the browser's command `Emulation.setEmulatedMedia`; null where the page stays as it is. */
  media: EmulatedMedia | null;
}

export interface EmulatedMedia {
  media: string;
  features: { name: string; value: string }[];
}

/** A picture that Cypress has taken. */
export interface TakenPicture {
  /** Of the plan. */
  id: string;
  name: string;
  viewport: DriverViewport | null;
  path: string;
  pixelRatio: number;
  /** Of the page that is tested, and of the window that shows it. */
  page: DriverViewport;
  window: DriverViewport;
  /** Cypress scrolls to see all of it. */
  isScrolled: boolean;
}
