/** What Vitest's own process says of a picture that it was sent. */
export interface Answer {
  /** Why the test fails. */
  failure: string | null;
  /** PNGs in base64 that Vitest's reports show; null for none. */
  images: { expected: string | null; actual: string; diff: string | null } | null;
}

export const passed: Answer = { failure: null, images: null };
