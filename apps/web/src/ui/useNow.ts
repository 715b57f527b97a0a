import { useSyncExternalStore } from 'react';

/** Milliseconds between two looks at the clock. */
const beat = 10_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

const look = () => {
  now = Date.now();
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    timer = setInterval(look, beat);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Milliseconds since 1970, the same for all of the page, for words such as "3 minutes ago". */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
