// Signatures alone: a step uses the kit, which has the steps, so neither file of theirs can be asked for types.

export interface Quiet {
  quietMs: number;
  afterTimerMs: number;
  /** For how many frames painting is waited for, `paintLimitMs` at most: it may also be slow, or endless. */
  frames: number;
  paintLimitMs: number;
  limitMs: number;
}

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Rest {
  /** It still paints by frames. */
  paints: boolean;
  /** It would go on: what it shows depends on when it is looked at. */
  restless: boolean;
}

export type Dressing = { ok: true } | { ok: false; badSelector: string };

export interface LoadingParts {
  /** Families of fonts. */
  fonts: string[];
  /** Paths of images. */
  images: string[];
}

export interface WantedStory {
  storyId: string;
  /** Time-outs of more than this are not called once it is rendered. */
  longestTimerMs: number;
}

export interface ShownStory {
  error: string | null;
  /** The story has a play function, which may have left anything behind. */
  played: boolean;
}

/** The functions of this folder that others of it call: each is in the file of its name. */
export interface PageSteps {
  awaitQuiet(quiet: Quiet): Promise<Rest>;
  awaitStorybookStory(wanted: WantedStory): Promise<ShownStory>;
  dressPage(ignoreSelectors: string[]): Dressing;
  freezeMotion(end: { atEnd: boolean }): Promise<number>;
  loadingParts(): Promise<LoadingParts>;
  measureIgnored(selectors: string[]): Rectangle[];
  repaint(): void;
  selectStorybookStory(storyId: string): boolean;
  visiblePart(element: Element, box: Edges): Edges;
}
