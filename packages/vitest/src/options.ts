import { checkOptions as check } from '@svc/test-core';

/** How a snapshot is compared and shown. */
export interface SvcSnapshotOptions {
  /** How far a color may move, 0 to 1; that of the project if absent. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different; as the project says if absent. */
  antiAliasing?: boolean | undefined;
  /** Words to find it by, kept in its metadata. */
  tags?: readonly string[] | undefined;
  /** Whether a picture that is not the known one comes with the layout of its page, by which the service names causes; true if absent. */
  layout?: boolean | undefined;
}

export interface SvcOptions extends SvcSnapshotOptions {
  /** The suite that the snapshots belong to. */
  suite: string;
  /**
   * `assert`: a test with a snapshot that nobody has approved fails. `report`: the check of the commit decides. `assert` with
   * `svc local`, else `report`, if absent.
   */
  mode?: 'assert' | 'report' | undefined;
  /** Whether a run fails whose snapshots could not all be uploaded; `fail` if absent. */
  onUploadError?: 'fail' | 'warn' | undefined;
  /** With `assert`, which snapshots the reports of Vitest show: those to review if absent. */
  attach?: 'changed' | 'all' | undefined;
}

/** Pixels of a page. */
export interface SvcViewport {
  width: number;
  height: number;
}

/** One way to show a page: what of it is absent stays as it is. */
export interface SvcMode {
  viewport?: SvcViewport | undefined;
  colorScheme?: 'light' | 'dark' | undefined;
  reducedMotion?: 'reduce' | 'no-preference' | undefined;
  forcedColors?: 'active' | 'none' | undefined;
  contrast?: 'more' | 'no-preference' | undefined;
  media?: 'screen' | 'print' | undefined;
}

/** @throws Error that says which option is wrong, and what it may be */
export const checkOptions = (options: SvcOptions): void =>
  check('svcVitest', "svcVitest({ suite: 'components' })", options);
