import { type ReactNode, useEffect, useState } from 'react';
import { Pane } from './Pane.js';
import type { Size } from './transform.js';

/** Milliseconds that each image is shown: fewer than three flashes a second (WCAG 2.3.1). */
const turn = 600;

/** Baseline and current in turn at the same place. With reduced motion, the Space bar switches. */
export function BlinkPane({
  stage,
  baseline,
  current,
}: {
  stage: Size;
  baseline: ReactNode;
  current: ReactNode;
}) {
  const isBaseline = useTurns();
  return (
    <Pane title={<span data-testid="face">{isBaseline ? 'Baseline' : 'Current'}</span>} stage={stage}>
      <div className={isBaseline ? '' : 'invisible'}>{baseline}</div>
      <div className={isBaseline ? 'invisible' : ''}>{current}</div>
    </Pane>
  );
}

function useTurns(): boolean {
  const [isBaseline, setBaseline] = useState(false);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setBaseline((was) => !was), turn);
    return () => clearInterval(timer);
  }, []);
  return isBaseline;
}
