import { Button } from '../../../ui/Button.js';
import { Dialog } from '../../../ui/Dialog.js';
import { type Action, actions } from './actions.js';

const groups = ['Move', 'Decide', 'Look', 'Page'] as const;

interface Props {
  keysEnabled: boolean;
  onKeysEnabled: (enabled: boolean) => void;
  onClose: () => void;
}

export function HelpDialog({ keysEnabled, onKeysEnabled, onClose }: Props) {
  return (
    <Dialog
      title="Keys"
      onClose={onClose}
      footer={
        <Button data-first onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group} className={group === 'Look' ? 'sm:row-span-3' : ''}>
            <h3 className="mb-1 font-medium text-muted text-sm">{group}</h3>
            <dl>
              {Object.values<Action>(actions)
                .filter((action) => action.group === group)
                .map(({ label, hint }) => (
                  <div key={hint} className="flex items-center justify-between gap-4 py-1 text-sm">
                    <dt>{label}</dt>
                    <dd>
                      <kbd className="inline-flex h-6 min-w-6 items-center justify-center whitespace-nowrap rounded-md border border-line bg-canvas px-1.5 font-sans text-xs">
                        {hint}
                      </kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="mt-5 flex items-center gap-2.5 border-line border-t pt-4 text-sm">
        <input
          type="checkbox"
          checked={keysEnabled}
          onChange={(event) => onKeysEnabled(event.target.checked)}
          className="size-4 accent-accent"
        />
        Single keys work on this page
      </label>
    </Dialog>
  );
}
