/** A custom property of the root whose value changed. */
export interface TokenChange {
  name: string;
  /** As declared, or as computed where it refers to others. */
  from: string;
  to: string;
  /** Whether it changed only because a custom property changed that it refers to. */
  isDerived: boolean;
}
