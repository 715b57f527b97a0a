import { useLayoutEffect, useRef, useState } from 'react';
import type { ReviewControls } from './actions.js';

/** The same object for the life of the page, which always does what the newest controls do: who holds it need not render again. */
export function useSteadyControls(review: ReviewControls): ReviewControls {
  const latest = useRef(review);
  useLayoutEffect(() => {
    latest.current = review;
  });
  const [steady] = useState(() => new Proxy(review, { get: (_, name) => Reflect.get(latest.current, name) }));
  return steady;
}
