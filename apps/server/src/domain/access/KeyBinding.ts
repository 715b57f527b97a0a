/** What a key that CI got for its identity token is held to. */
export interface KeyBinding {
  repository: string;
  /** As the code host writes it, such as `refs/heads/main`. */
  ref: string;
  /** The only branch that it captures for; null where all that it captures is ephemeral. */
  branch: string | null;
}
