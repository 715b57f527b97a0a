import type { z } from 'zod';
import type { Action } from '../access.js';
import type { ErrorCode } from '../errors.js';
import type { Route } from '../routes.js';
import type { bodyLimits } from './bodyLimits.js';

/** One HTTP operation: where it is, what goes in and what comes out. */
export interface Operation extends Route {
  summary: string;
  /**
   * Who may ask: a key or member within a project (`project`), a member within the organisation of the path
   * (`organisation`), a signed-in person (`person`), a person or key of any project (`identity`), anyone (`public`), or
   * anyone with a signature of ours or of the sender's (`signed`).
   */
  access: 'project' | 'organisation' | 'person' | 'identity' | 'public' | 'signed';
  /** What the caller must be allowed to do in that project or organisation; null where there is none. */
  needs: Action | null;
  /** Whether the answer holds a secret, which is then never kept to be answered again. */
  isSecret?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Sent as JSON. */
  body?: z.ZodType;
  /** How large the JSON may be; `usual` unless it says otherwise. */
  bodyLimit?: keyof typeof bodyLimits;
  /** Bodies of other content types, or of several. */
  bodies?: Readonly<Record<string, z.ZodType>>;
  response: z.ZodType;
  /** How it answers, where that is not JSON: a file, the address that the browser is sent to, or events. */
  answers?: 'image/png' | 'image/svg+xml' | 'application/zip' | 'redirect' | 'text/event-stream';
  /** What may go wrong, beside what goes wrong with every operation of its kind; see {@link errorsOf}. */
  errors?: readonly ErrorCode[];
}
