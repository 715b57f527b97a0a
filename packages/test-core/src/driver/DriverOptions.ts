import type { Stabilise } from '@svc/stabilise';

/** Pixels of a page. */
export interface DriverViewport {
  width: number;
  height: number;
}

/** One way to show a page: what of it is absent stays as it is. */
export interface DriverMode {
  viewport?: DriverViewport | undefined;
  colorScheme?: 'light' | 'dark' | undefined;
  reducedMotion?: 'reduce' | 'no-preference' | undefined;
  forcedColors?: 'active' | 'none' | undefined;
  contrast?: 'more' | 'less' | 'no-preference' | undefined;
  media?: 'screen' | 'print' | undefined;
}

/** How a snapshot is taken, compared and shown. */
export interface DriverOptions {
  /** The suite that the snapshot belongs to. */
  suite: string;
  /**
   * `assert`: a run with a snapshot that nobody has approved fails. `report`: the check of the commit decides. `assert` with
   * `svc local`, else `report`, if absent.
   */
  mode?: 'assert' | 'report' | undefined;
  /** Whether a run fails whose snapshots could not all be uploaded; `fail` if absent. */
  onUploadError?: 'fail' | 'warn' | undefined;
  /** The browser or device: the same name in two of them is two snapshots. */
  browser?: string | undefined;
  /** Another identity of the test than its file and titles: another test with the same name is refused. */
  testId?: string | undefined;
  /** How far a color may move, 0 to 1; that of the project if absent. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different; as the project says if absent. */
  antiAliasing?: boolean | undefined;
  /** Words to find it by, kept in its metadata. */
  tags?: readonly string[] | undefined;
  /** Takes a snapshot in each of these sizes, and restores the size of the page. */
  viewports?: readonly DriverViewport[] | undefined;
  /** Takes a snapshot in each of these modes, named `name[mode]` like those of stories, and restores the page. */
  modes?: Readonly<Record<string, DriverMode>> | undefined;
  /** The part of the page to take: a selector. */
  element?: string | undefined;
  /** The whole page instead of what is visible; false if absent. */
  fullPage?: boolean | undefined;
  /** Covered in the picture: selectors. */
  mask?: readonly string[] | undefined;
  /** Hidden while the picture is taken. */
  ignoreSelectors?: readonly string[] | undefined;
  /** Milliseconds to wait before the picture. */
  delay?: number | undefined;
  /** What is done to the page before the picture, so that it looks as in the pictures of the service: `false`, or by step. */
  stabilise?: Stabilise | undefined;
  /** Whether a picture that is not the known one comes with the layout of its page, by which the service names causes; true if absent. */
  layout?: boolean | undefined;
}

/** Of the configuration of a plugin; its snapshots may set the same. */
export type PluginOptions = Pick<
  DriverOptions,
  | 'suite'
  | 'mode'
  | 'onUploadError'
  | 'browser'
  | 'threshold'
  | 'antiAliasing'
  | 'tags'
  | 'stabilise'
  | 'layout'
  | 'mask'
  | 'ignoreSelectors'
>;
