import { type Action, actions } from './actions.js';

const latin = /^\p{Script=Latin}$/u;

/** The letter of a key; on a keyboard of another script, the one that is printed beside its own. */
const letterOf = ({ key, code }: { key: string; code?: string }): string =>
  (latin.test(key) ? key : (/^Key([A-Z])$/.exec(code ?? '')?.[1] ?? key)).toLowerCase();

/** The action of a key press; undefined for none, and always with Ctrl, Alt or ⌘. */
export function actionOf(event: {
  key: string;
  /** The place of the key, `KeyA`. */
  code?: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}): Action | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const isLetter = /^\p{L}$/u.test(event.key);
  const mindsShift = isLetter || event.key.startsWith('Arrow');
  const key = isLetter ? letterOf(event) : event.key;
  return Object.values<Action>(actions).find(
    (action) => action.keys.includes(key) && (!mindsShift || Boolean(action.shift) === event.shiftKey),
  );
}
