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

export interface WantedShot {
  selector: string | null;
  cropToViewport: boolean;
  /** What comparisons ignore besides marked elements: those that a selector matches, or a box from the corner of the image. */
  ignore: (string | Rectangle)[];
}

export type Measure =
  | {
      ok: true;
      clip: Rectangle;
      viewport: { width: number; height: number };
      /** What comparisons ignore, as `clip`; it may reach beyond that. */
      ignored: Rectangle[];
    }
  | { ok: false; problem: 'bad selector' | 'no match' | 'no size' }
  | { ok: false; problem: 'bad ignore'; selector: string };

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
  /** How long it took to hold still, or was waited for, in milliseconds. */
  waitedMs: number;
}

export interface Freezing {
  atEnd: boolean;
  /** The answer of `paintAnew`, where that was called: a document without motion then needs no frame. */
  isPaintedAnew?: () => boolean;
}

export interface Frozen {
  /** How many animations were still running: ending them may have begun others. */
  running: number;
  /** Addresses of videos and sounds that did not come in time; null where none was waited for. */
  late: string[] | null;
}

export type Dressing = { ok: true } | { ok: false; badSelector: string };

export interface LoadingParts {
  /** Families of fonts. */
  fonts: string[];
  /** Paths of images. */
  images: string[];
  /** How many frames the browser has yet to open. */
  framesToCome: number;
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
  freezeMotion(end: Freezing): Promise<Frozen>;
  loadingParts(): Promise<LoadingParts>;
  markProgressBars(root: Document | ShadowRoot): void;
  measureIgnored(selectors: string[]): Rectangle[];
  measureShot(shot: WantedShot): Measure;
  movesIn(root: Document | ShadowRoot): boolean;
  paintAnew(): () => boolean;
  partStyles(): string[];
  repaint(): void;
  rewindMedia(): Promise<string[] | null>;
  selectStorybookStory(storyId: string): boolean;
  visiblePart(element: Element, box: Edges): Edges;
}
