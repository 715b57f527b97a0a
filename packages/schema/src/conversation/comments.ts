import { z } from 'zod';
import { browser, id, name, nextCursor, paging, text, timestamp, viewport } from '../primitives.js';

/** Longest side of an image, with room to spare. */
const pixel = z.number().int().min(0).max(1_000_000);

/** A box of the current image, or of the baseline of a removed snapshot, in its pixels; a point has no size. */
export const pin = z.object({ x: pixel, y: pixel, width: pixel.default(0), height: pixel.default(0) });
export type Pin = z.infer<typeof pin>;

/** Plain text with line breaks; `@` before the name of a member mentions them. */
const commentText = text(4_000)
  .transform((given) => given.replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().min(1, 'must not be empty'));

export const commentBody = z.object({ text: commentText });

export const startThreadBody = z.object({
  name,
  viewport: viewport.nullish(),
  browser: browser.nullish(),
  /** Absent where it is about the whole snapshot. */
  pin: pin.nullish(),
  text: commentText,
});
export type StartThreadBody = z.infer<typeof startThreadBody>;

export const comment = z.object({
  id,
  /** `user:Ada` or `key:ci`. */
  author: z.string(),
  text: z.string(),
  /** Members that it names, as they were called then. */
  mentions: z.array(z.object({ id, name: z.string() })),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  /** Whether the caller wrote it, and so may edit it. */
  isOwn: z.boolean(),
});
export type Comment = z.infer<typeof comment>;

/** Comments on one snapshot, oldest first. */
export const thread = z.object({
  id,
  /** The diff in which it was begun. */
  diffId: id,
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  pin: pin.nullable(),
  /** SHA-256 of the image that it was begun on. */
  imageHash: z.string().nullable(),
  createdAt: timestamp,
  resolvedBy: z.string().nullable(),
  resolvedAt: timestamp.nullable(),
  comments: z.array(comment),
});
export type Thread = z.infer<typeof thread>;

export const listThreadsQuery = paging.extend({
  limit: z.coerce.number<number>().int().min(1).max(100).default(50),
});
export const threadList = z.object({ threads: z.array(thread), nextCursor });
