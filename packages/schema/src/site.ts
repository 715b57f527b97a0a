import { z } from 'zod';
import { ignoredPlace } from './capture.js';
import { siteStatus, storyTool } from './enums.js';
import { hash, id, nextCursor, paging, text, timestamp, viewport } from './primitives.js';
import { waitingForBrowser } from './waiting.js';

/** An uploaded static build of a story tool. */
export const site = z.object({
  id,
  project: z.string(),
  status: siteStatus,
  fileCount: z.number(),
  totalBytes: z.number(),
  /** Where the build is served. */
  cdnUrl: z.string(),
  createdAt: timestamp,
  /** Why a failed site failed. */
  error: z.string().nullable(),
  /** The story tool that made the build; null when it is none or not known yet. */
  tool: storyTool.nullable(),
  /** What its unpacking waits for: a process with browsers looks for its stories. Null when it does not wait. A service before 0.15 tells none. */
  waitingForBrowser: waitingForBrowser.nullable().optional(),
});
export type Site = z.infer<typeof site>;

/** A file of a static build, as a manifest lists it. */
export const siteFile = z.object({
  /** Within the build, with forward slashes. */
  path: text(1_024, 1),
  hash,
  /** Bytes. */
  size: z.number().int().min(0),
});
export type SiteFile = z.infer<typeof siteFile>;

/** Every file of a build. */
export const announceSiteBody = z.object({ files: z.array(siteFile).min(1).max(50_000) });

export const announcedSite = z.object({
  site,
  /** Hashes of the files that the project does not have yet; the others are not sent. */
  missing: z.array(hash),
});
export type AnnouncedSite = z.infer<typeof announcedSite>;

/** Parameters that a story sets for its capture. Unknown ones are kept out. */
export const storyParameters = z.object({
  delay: z.number().optional(),
  modes: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  /** Widths in CSS pixels. */
  viewports: z.array(z.number()).optional(),
  disable: z.boolean().optional(),
  selector: z.string().optional(),
  cropToViewport: z.boolean().optional(),
  ignoreSelectors: z.array(z.string()).optional(),
  ignore: z.array(ignoredPlace).optional(),
  diffThreshold: z.number().optional(),
  diffIncludeAntiAliasing: z.boolean().optional(),
  pauseAnimationAtEnd: z.boolean().optional(),
  forcedColors: z.string().optional(),
  prefersReducedMotion: z.string().optional(),
  media: z.string().optional(),
  /** The size in which the story is meant to be seen, where it has neither modes nor widths. */
  viewport: viewport.optional(),
  /** What of its parameters cannot be read: the story fails with it. */
  problem: z.string().optional(),
});
export type StoryParameters = z.infer<typeof storyParameters>;

/** A story found in an uploaded build. */
export const storyEntry = z.object({
  url: z.string(),
  name: z.string(),
  id: z.string().optional(),
  title: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: storyParameters.optional(),
});
export type StoryEntry = z.infer<typeof storyEntry>;

export const storyList = z.object({ stories: z.array(storyEntry), nextCursor });
export const listStoriesQuery = paging;
