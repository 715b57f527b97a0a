/** Rows of an image on their way from the thread that decodes them to the one that compares them: a ring of bands. */
export interface SharedRows {
  /** Numbers of 32 bits: see {@link fields}. */
  control: SharedArrayBuffer;
  /** {@link slots} bands of pixels. */
  ring: SharedArrayBuffer;
  /** Rows of a band. */
  band: number;
}

/** Bands that may be decoded before they are read. */
export const slots = 8;

const bandBytes = 512 * 1024;

/** Places in the control: how many bands were written and how many were read, and how it ended. */
export const fields = { written: 0, read: 1, ending: 2 } as const;

/** How it ended: not yet, with the last row of a sound file, before that, or because nobody reads any more. */
export const endings = { none: 0, whole: 1, failed: 2, abandoned: 3 } as const;

export function shareRows({ width }: { width: number }): SharedRows {
  const band = Math.max(1, Math.floor(bandBytes / (width * 4)));
  return {
    control: new SharedArrayBuffer(Object.keys(fields).length * 4),
    ring: new SharedArrayBuffer(slots * band * width * 4),
    band,
  };
}

/** Ends it, where it has not ended yet, and wakes all that wait. */
export function endSharing({ control }: SharedRows, how: 'whole' | 'failed' | 'abandoned'): void {
  const numbers = new Int32Array(control);
  Atomics.compareExchange(numbers, fields.ending, endings.none, endings[how]);
  for (const field of [fields.written, fields.read]) Atomics.notify(numbers, field);
}

/** Milliseconds after which a thread that waits looks again, should it have missed that all ended. */
const patience = 100;

/** Waits until more than `count` bands were written or read, or all ended. Returns how many were. */
export function waitForMore(control: Int32Array, field: 0 | 1, count: number): number {
  for (;;) {
    const now = Atomics.load(control, field);
    if (now > count || Atomics.load(control, fields.ending) !== endings.none)
      return Atomics.load(control, field);
    Atomics.wait(control, field, now, patience);
  }
}
