/** What a build accepted for a slot, and what its target had accepted then. */
export interface Accepted {
  acceptedHash: string;
  rootHash: string | null;
}

/** What the lines of a slot have, as far as the head has seen them: of each the newest build that recorded the slot. */
export interface AcceptedLines {
  own: Accepted | undefined;
  /** Null for a build of the default branch itself. */
  target: Accepted | undefined | null;
  /** Of the default branch, where the target is another one. */
  fallback: Accepted | undefined;
}

/**
 * The accessibility record that a slot is compared with (R54), as images are (R7): what the branch accepted, as long as the
 * target still accepts what it did then; else what the target accepts.
 * @returns `base` is null where nothing was recorded before; `root` is what the target accepts
 */
export function resolveAccepted({ own, target, fallback }: AcceptedLines): {
  base: string | null;
  root: string | null;
} {
  if (target === null) return { base: own?.acceptedHash ?? null, root: null };
  const root = (target ?? fallback)?.acceptedHash ?? null;
  if (own && own.rootHash === root) return { base: own.acceptedHash, root };
  return { base: root ?? own?.acceptedHash ?? null, root };
}
