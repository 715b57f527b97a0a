import type { IdKind } from '@svc/schema';
import { newId } from '../../store/newId.js';

/** One try of a call that may be tried several times. */
export interface Attempt {
  /** The id of what the call makes one of; the same in every try. */
  newId(kind: IdKind): string;
  /** An earlier try can have acted: its process was killed, or the answer of the database to its commit was lost. */
  isRepeated: boolean;
}

/** A call that nobody repeats. */
export const onlyAttempt: Attempt = { newId: (kind) => newId(kind), isRepeated: false };
