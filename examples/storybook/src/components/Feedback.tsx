import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './Button.js';
import './Feedback.css';

export const Toast = () => <div className="toast">Your changes are saved</div>;

export const Spinner = () => <div className="spinner" />;

/** Fills up within half a second, by script, as many upload bars do. */
export function Progress() {
  const [share, setShare] = useState(0);
  useEffect(() => {
    const start = performance.now();
    let frame = requestAnimationFrame(function advance(now) {
      const reached = Math.max(0, Math.min(1, (now - start) / 500));
      setShare(reached);
      if (reached < 1) frame = requestAnimationFrame(advance);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className="progress">
      <div style={{ width: `${share * 100}%` }} />
    </div>
  );
}

export function Banner({ children, action }: { children: ReactNode; action: string }) {
  return (
    <div className="banner">
      <span>{children}</span>
      <Button kind="primary">{action}</Button>
    </div>
  );
}
