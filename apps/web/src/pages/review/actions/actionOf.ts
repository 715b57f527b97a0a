import { type Action, actions } from './actions.js';

/** The action of a key press; undefined for none, and always with Ctrl, Alt or ⌘. */
export function actionOf(event: {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}): Action | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const isLetter = /^\p{L}$/u.test(event.key);
  const mindsShift = isLetter || event.key.startsWith('Arrow');
  const key = isLetter ? event.key.toLowerCase() : event.key;
  return Object.values<Action>(actions).find(
    (action) => action.keys.includes(key) && (!mindsShift || Boolean(action.shift) === event.shiftKey),
  );
}
