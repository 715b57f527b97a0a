import { useEffect } from 'react';
import { actionOf } from './actionOf.js';
import type { ReviewControls } from './actions.js';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** A space bar on a control is a press of it. */
const isPressing = (event: KeyboardEvent) =>
  event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a, summary');

/** What takes the keys while it is open. */
const opened = 'dialog[open], :popover-open';

/** Keys of the page, not while typing or in a dialog. */
export function useShortcuts(review: ReviewControls, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event.target) || isPressing(event) || document.querySelector(opened)) return;
      const action = actionOf(event);
      if (!action) return;
      event.preventDefault();
      if (event.repeat && !action.repeats) return;
      action.perform(review);
    };
    const onKeyUp = (event: KeyboardEvent) => actionOf(event)?.release?.(review);
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
    };
  }, [review, enabled]);
}
