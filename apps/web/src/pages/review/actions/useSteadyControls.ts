import { useLayoutEffect, useState } from 'react';
import type { ReviewControls } from './actions.js';

/** The same object for the life of the page, which always does what the newest controls do: who holds it need not render again. */
export function useSteadyControls(newest: ReviewControls): ReviewControls {
  const [{ controls, follow }] = useState(() => steadyControls(newest));
  useLayoutEffect(() => follow(newest), [follow, newest]);
  return controls;
}

function steadyControls(first: ReviewControls) {
  let newest = first;
  // What is read while a page renders is called later, when there may be newer controls.
  const calls = new Map<string | symbol, (...given: unknown[]) => unknown>();
  const callOf = (name: string | symbol) => {
    const call = calls.get(name) ?? ((...given) => Reflect.get(newest, name)(...given));
    calls.set(name, call);
    return call;
  };
  return {
    controls: new Proxy(first, {
      get(_, name) {
        const value = Reflect.get(newest, name);
        return typeof value === 'function' ? callOf(name) : value;
      },
    }),
    follow: (next: ReviewControls): void => {
      newest = next;
    },
  };
}
