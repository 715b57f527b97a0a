import type { Asker } from './identify.js';

/** Whom an entry of the audit log names. */
export interface Actor {
  /** `key:ci` or `user:admin`. */
  actor: string;
  /** The same with an id, which no other has. */
  namespace: string;
}

/** The names of somebody who asks. */
export const actorOf = (asker: Asker): Actor =>
  asker.kind === 'key'
    ? { actor: `key:${asker.keyName}`, namespace: `key:${asker.keyId}` }
    : { actor: `user:${asker.name}`, namespace: `user:${asker.id}` };
