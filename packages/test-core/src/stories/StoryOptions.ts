import type { Stabilise } from '@svc/stabilise';

/** How the stories of a Storybook are shown and compared, where they do not say. */
export interface StoryOptions {
  /** The suite that the snapshots belong to: that of `svc stories-a`, to share its baselines. */
  suite: string;
  /** Part of the identity of every snapshot. None for Chromium, else the name of the browser, if absent. */
  browser?: string | undefined;
  /** How far a color may move, 0 to 1, where a story does not say; that of the project if absent. */
  threshold?: number | undefined;
  /** Whether anti-aliased pixels count as different, where a story does not say; as the project says if absent. */
  antiAliasing?: boolean | undefined;
  /** Words to find the snapshots by, besides the tags of their story. */
  tags?: readonly string[] | undefined;
  /** What is done to a page, so that a story looks as in the pictures of the service: `false`, or by step. */
  stabilise?: Stabilise | undefined;
  /** Whether a picture that is not the known one comes with the layout of its page, by which the service names causes; true if absent. */
  layout?: boolean | undefined;
}
