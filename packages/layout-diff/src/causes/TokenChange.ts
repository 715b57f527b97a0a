/** A custom property of the root whose value changed. */
export interface TokenChange {
  name: string;
  /** As declared, or as computed where it refers to others. */
  from: string;
  to: string;
  /** Whether it changed only because a custom property changed that it refers to. */
  isDerived: boolean;
  /**
   * The recorded properties, or longhands of them, that are set from it on both pages; null where neither record tells. What a
   * script has read from it and set is not among them.
   */
  sets: ReadonlySet<string> | null;
}
