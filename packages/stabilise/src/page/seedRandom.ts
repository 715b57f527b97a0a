import type {} from './DocumentKit.js';

/** Runs before any script of a document: random numbers, bytes and UUIDs are the same in every document. */
export function seedRandom({ seed }: { seed: number }): void {
  const kit = window.svcDocumentKit;
  let drawn = false;
  let loading = false;
  let inTask = false;

  /** mulberry32: numbers from 0 to 2³² − 1. */
  const stream = (first: number) => {
    let state = first;
    return {
      restart: () => {
        state = first;
      },
      next: (): number => {
        noteDraw();
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return (mixed ^ (mixed >>> 14)) >>> 0;
      },
    };
  };
  function noteDraw() {
    drawn = true;
    if (!loading || inTask) return;
    restart();
    inTask = true;
    // Comes when all modules of an import have been run, which is one task.
    queueMicrotask(() => {
      inTask = false;
    });
  }
  // Identifiers must not shift the numbers that are drawn.
  const numbers = stream(seed);
  const bytes = stream(~seed);

  Math.random = () => numbers.next() / 4_294_967_296;
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (!array) return array;
    const view = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < view.length; index += 1) view[index] = bytes.next() >>> 24;
    return array;
  };
  // Only documents of a secure origin have it.
  if ('randomUUID' in crypto) {
    crypto.randomUUID = () => {
      const hex = (digits: number) =>
        Array.from({ length: digits }, () => (bytes.next() >>> 28).toString(16)).join('');
      return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
    };
  }

  kit.hasDrawn = () => drawn;
  function restart() {
    numbers.restart();
    bytes.restart();
  }
  kit.reseed = (phase) => {
    restart();
    loading = phase === 'loading';
    drawn = false;
  };
}
