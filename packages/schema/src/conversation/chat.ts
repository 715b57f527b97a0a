import { z } from 'zod';
import { id, text, timestamp } from '../primitives.js';

/** Chats that post what an incoming webhook is sent. */
export const chatKind = z.enum(['slack', 'teams', 'discord']);
export type ChatKind = z.infer<typeof chatKind>;

/**
 * What the check of a suite and commit comes to. `passed` follows another one of the same commit only: a build without changes
 * posts nothing.
 */
export const chatEvent = z.enum(['review-needed', 'changes-rejected', 'passed', 'capture-failed']);
export type ChatEvent = z.infer<typeof chatEvent>;

const label = text(100)
  .transform((given) => given.trim())
  .pipe(z.string().min(1, 'must not be empty'));
const url = text(2_000)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }))
  .refine((given) => !/^\w+:\/\/[^/?#]*@/.test(given), 'must not hold a user or password');
const events = z
  .array(chatEvent)
  .min(1, 'must name an event')
  .transform((given) => [...new Set(given)]);

export const chatRuleBody = z.object({
  kind: chatKind,
  /** For people: what the chat is called. */
  label,
  /** Of the incoming webhook. A secret: never answered. */
  url,
  events,
  /** Only builds of the default branch, rather than of all branches. */
  defaultBranchOnly: z.boolean().default(false),
});
export type ChatRuleBody = z.infer<typeof chatRuleBody>;

/** What is absent stays as it is. */
export const changeChatRuleBody = z.object({
  label: label.optional(),
  url: url.optional(),
  events: events.optional(),
  defaultBranchOnly: z.boolean().optional(),
});
export type ChangeChatRuleBody = z.infer<typeof changeChatRuleBody>;

export const chatRule = z.object({
  id,
  kind: chatKind,
  label: z.string(),
  /** Of the address, without what makes it secret. */
  host: z.string(),
  events: z.array(chatEvent),
  defaultBranchOnly: z.boolean(),
  createdAt: timestamp,
  /** When a message was last posted. */
  lastSentAt: timestamp.nullable(),
  /** Why the newest message was not posted; null where it was. */
  lastError: z.string().nullable(),
});
export type ChatRule = z.infer<typeof chatRule>;
export const chatRuleList = z.object({ rules: z.array(chatRule) });

/** Whether the chat took a test message; else why not. */
export const chatTest = z.object({ posted: z.boolean(), error: z.string().nullable() });
