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
  return {
    controls: new Proxy(first, { get: (_, name) => Reflect.get(newest, name) }),
    follow: (next: ReviewControls): void => {
      newest = next;
    },
  };
}
