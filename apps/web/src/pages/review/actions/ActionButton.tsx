import type { ComponentProps } from 'react';
import { Button } from '../../../ui/Button.js';
import { type ActionName, actions, type ReviewControls, tipOf } from './actions.js';

interface Props extends Omit<ComponentProps<typeof Button>, 'action'> {
  action: ActionName;
  review: ReviewControls;
}

/** A button for an action of the registry: same label, same key, same effect. */
export function ActionButton({ action: name, review, tip, children, ...rest }: Props) {
  const action = actions[name];
  const shortcut = 'shift' in action ? `Shift+${action.keys[0]}` : action.keys[0];
  return (
    <Button
      tip={tip ?? tipOf(name)}
      aria-keyshortcuts={shortcut}
      {...(children ? {} : { 'aria-label': action.label })}
      onClick={() => action.perform(review)}
      {...rest}
    >
      {children}
    </Button>
  );
}
