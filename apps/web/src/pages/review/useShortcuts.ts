import { useEffect, useRef } from 'react';
import { actionOf, type ReviewControls } from './actions.js';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Keys of the page, not while typing or in a dialog. */
export function useShortcuts(review: ReviewControls, enabled: boolean): void {
  const latest = useRef(review);
  latest.current = review;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const action = actionOf(event);
      if (!action || (event.repeat && !action.repeats)) return;
      event.preventDefault();
      action.perform(latest.current);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
