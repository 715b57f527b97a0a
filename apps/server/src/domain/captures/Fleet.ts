import type {
  CaptureTarget,
  DoubtCause,
  IgnoredRegion,
  MissingPart,
  StoryEntry,
  StoryTool,
} from '@svc/schema';

/** How long each part of one capture took, in milliseconds. */
export interface CaptureTimings {
  /** Until the page or the story is there. */
  load: number;
  /** The delay that the target asks for. */
  delay?: number;
  /** Until nothing loads or moves. */
  settle: number;
  /** Hiding what is ignored, ending animations. */
  pose?: number;
  /** Taking images. */
  shot: number;
  /** Comparing them with the expected one. */
  compare?: number;
  /** Recording the layout of the page. */
  layout?: number;
  /** Recording what the page says to assistive technology, and checking its rules. */
  accessibility?: number;
}

/** What the page of a story has loaded since it was opened: all that its image may depend on, and what other stories left. */
export interface PageLoads {
  /** Path of the page, decoded and without the first slash, as are all paths. */
  page: string;
  storyId: string;
  /** Every requested file, including those that do not exist. */
  paths: string[];
  /** Those of `paths` that were asked for since this story is shown: pages are kept for several. */
  asked: string[];
  /** Those of `paths` that one document has asked for more than once, in this story or an earlier one. */
  repeated: string[];
  /** As `Fleet.recipe` has it. */
  recipe: string;
}

/** What became of one target. A failure's message is written for the person who reads the result. */
export type CaptureOutcome =
  /**
   * `unstable`: the page never held still, or it looked different when it was captured again. `notes`: what was done for
   * the page, such as dismissing its dialogs. `ignored`: boxes of elements that comparisons ignore, in pixels of the image;
   * they need not be whole, nor lie within it. `incomplete`: what the image lacks. `isDependent`: the story looks different
   * after others on the same page, now or in an earlier capture. `layout`: a layout record as JSON, as the page gave it.
   * `doubt`: why it is unstable, and another image of it where there is one. `isSlow`: it held still late, so another capture may
   * find that it does not.
   * `accessibility`: an accessibility record as JSON, without and with the rules that the page breaks; the latter is null where they
   * were not checked.
   */
  | {
      ok: true;
      png: Buffer;
      unstable: boolean;
      doubt?: { cause: DoubtCause; other?: Buffer };
      notes?: string[];
      ignored?: IgnoredRegion[];
      incomplete?: MissingPart[];
      isDependent?: boolean;
      isSlow?: boolean;
      layout?: string;
      accessibility?: { tree: string; checked: string | null };
      timings: CaptureTimings;
      renderer: string;
      /** Absent where the image may depend on anything but files of the story's own site. */
      loads?: PageLoads;
    }
  /**
   * `console`: the first errors and warnings of the page. `isStart`: no story of its build can be shown. `isPlay`: its play
   * function failed, or did not end in time. `isLate`: it is a story, and time ran out, though not in its play function.
   */
  | { ok: false; message: string; console?: string[]; isStart?: boolean; isPlay?: boolean; isLate?: boolean };

/**
 * Whether an image is what the target looked like before, given the boxes that comparisons ignore of it; null when nothing is
 * known of it.
 */
export type Expectation = ((png: Buffer, ignored: readonly IgnoredRegion[]) => Promise<boolean>) | null;

/** A fleet of browsers: what the worker sees of `capture/`. */
export interface Fleet {
  /**
   * Captures all targets, pages in parallel. `onOutcome` is called once for each index, in any order, and awaited
   * by that page before its next target. A target that fails never fails its siblings; the promise rejects only
   * when no browser can be started, when `onOutcome` rejects, or with the reason of `signal`.
   *
   * An image that is not the expected one is taken again in a document of its own, and that one counts: a story
   * that is switched to inside a loaded page could show what earlier stories left behind.
   */
  capture(
    targets: readonly CaptureTarget[],
    options: {
      /** Pages of different projects never share a browser. */
      project: string;
      signal: AbortSignal;
      /**
       * Asked when a page has nothing left to begin: further targets, whose indexes follow, for the pages that are open; none when
       * there will be none. It answers when `signal` is aborted. A fleet that does not ask captures `targets` alone.
       */
      more?(signal: AbortSignal): Promise<readonly CaptureTarget[]>;
      expectation?(index: number): Expectation;
      /** Whether a story is known to look different after others: it gets a document of its own at once. */
      isDependent?(index: number): boolean;
      /** Whether the layout of the page is to be recorded, asked once for the image that counts; never if absent. */
      wantsLayout?(index: number, png: Buffer): Promise<boolean>;
      /**
       * Whether accessibility rules are to be checked too, asked once for the image that counts, with the accessibility record of
       * its page as JSON. Nothing about accessibility is recorded if absent.
       */
      wantsRules?(index: number, png: Buffer, tree: string): Promise<boolean>;
      /** Does what a page does for one target, `onOutcome` included. A target that is captured again later has it twice. */
      within?<T>(index: number, act: () => Promise<T>): Promise<T>;
      onOutcome(index: number, outcome: CaptureOutcome): Promise<void>;
    },
  ): Promise<void>;
  /**
   * The stories of a served build, in the order of its index, URLs absolute under `baseUrl`. Rejects when they cannot
   * be read, or with the reason of `signal`.
   * @param readFile bytes of a file of the build, by its path, or null
   */
  discoverStories(build: {
    project: string;
    tool: StoryTool;
    baseUrl: string;
    readFile(path: string): Promise<Buffer | null>;
    signal: AbortSignal;
    /**
     * Called with the paths of all files that were asked for, as `PageLoads` has them, before the stories are returned;
     * not where these may depend on anything else.
     */
    onLoads?(paths: string[]): void;
  }): Promise<StoryEntry[]>;
  /** One line that is equal where the same build has the same stories; a fleet without looks each time. */
  discoveryRecipe?(): Promise<string>;
  /** One line that is equal where the same page is captured in the same way; a fleet without proves nothing. */
  recipe?(): Promise<string>;
  /** Ends all browsers. */
  close(): Promise<void>;
}
