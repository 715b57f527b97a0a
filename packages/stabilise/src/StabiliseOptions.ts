/** What a plugin does to a page before it takes a picture. The capture fleet does all of it. */
export interface StabiliseOptions {
  /**
   * Dates stand still at one moment, from the beginning of a document; false if absent, since tests set their own time.
   * Needs a script that runs first.
   */
  clock?: boolean | undefined;
  /** `Math.random()` gives the same numbers in each document. Needs a script that runs first. */
  random?: boolean | undefined;
  /**
   * So do `crypto.getRandomValues()` and `crypto.randomUUID()`; false if absent, since what tests send to a backend has to be
   * unique. Needs a script that runs first.
   */
  identifiers?: boolean | undefined;
  /** Fonts and images are loaded, lazy images included. */
  fonts?: boolean | undefined;
  /** No time-out of up to a second is due, and nothing changes. */
  quiet?: boolean | undefined;
  /** Animations that end are at their end; endless ones, SVG and video at their start. */
  motion?: boolean | undefined;
  /** Everything is painted again, where it has come to rest. */
  repaint?: boolean | undefined;
}

export type StabiliseStep = keyof StabiliseOptions;

const usual: Record<StabiliseStep, boolean> = {
  clock: false,
  random: true,
  identifiers: false,
  fonts: true,
  quiet: true,
  motion: true,
  repaint: true,
};

/** As a plugin takes it: every step by its name, or all of them with one word. */
export type Stabilise = boolean | StabiliseOptions;

/** `true` is what a plugin does if it is told nothing; `false` leaves the page alone. */
export function stepsOf(given: Stabilise | undefined): Record<StabiliseStep, boolean> {
  if (given === undefined || given === true) return { ...usual };
  const steps = { ...usual };
  for (const step of Object.keys(steps) as StabiliseStep[])
    steps[step] = given === false ? false : (given[step] ?? usual[step]);
  return steps;
}

/** What is wrong with a value of this option, in words; true if nothing is. */
export function checkStabilise(value: unknown): true | string {
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `must be true, false, or steps: ${Object.keys(usual).join(', ')}`;
  for (const [step, flag] of Object.entries(value)) {
    if (!Object.hasOwn(usual, step))
      return `must not have "${step}"; the steps are ${Object.keys(usual).join(', ')}`;
    if (flag !== undefined && typeof flag !== 'boolean') return `must have true or false for "${step}"`;
  }
  return true;
}
