import type { IgnoreArea } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/Button.js';
import { SelectField } from '../../../../ui/fields/SelectField.js';
import { TextField } from '../../../../ui/fields/TextField.js';
import { TimeAgo } from '../../../../ui/TimeAgo.js';
import { dayText } from '../../../../words/dayText.js';
import { type Expiry, expiresAt, expiries } from './expiries.js';
import type { AreaActions } from './useAreaActions.js';

interface Props {
  area: IgnoreArea;
  mayChange: boolean;
  actions: AreaActions;
}

const scopeWords = {
  snapshot: 'This snapshot',
  name: 'All viewports and browsers',
  suite: 'Every snapshot of the suite',
};

const placeWords = ({ box, element }: IgnoreArea): string =>
  box ? `${box.width} × ${box.height} at ${box.x}, ${box.y}` : (element ?? '');

const endWords = ({ expiresAt, isExpired }: IgnoreArea): string =>
  expiresAt === null ? 'until removed' : `${isExpired ? 'expired' : 'until'} ${dayText(expiresAt)}`;

/** One ignore area: of what it is, who added it, and what can be done about it. */
export function AreaCard({ area, mayChange, actions }: Props) {
  const [isEditing, setEditing] = useState(false);
  const quiet = 'h-7! px-2! text-xs!';
  return (
    <li
      data-testid="ignore-area"
      className={`rounded-xl border border-line p-3 ${area.isExpired ? 'opacity-70' : ''}`}
    >
      <div className="flex items-start gap-1">
        <bdi className="min-w-0 flex-1 break-words font-semibold text-sm">{area.label}</bdi>
        {mayChange && (
          <>
            <Button
              look="quiet"
              className={quiet}
              aria-label={`Edit ${area.label}`}
              aria-expanded={isEditing}
              onClick={() => setEditing(!isEditing)}
            >
              Edit
            </Button>
            <Button
              look="quiet"
              className={quiet}
              aria-label={`Remove ${area.label}`}
              disabled={actions.isPending}
              onClick={() => actions.mutate({ do: 'remove', id: area.id })}
            >
              Remove
            </Button>
          </>
        )}
      </div>
      <p className="text-muted text-xs">
        {scopeWords[area.scope]} · {endWords(area)}
      </p>
      <p className="break-words text-muted text-xs tabular-nums">{placeWords(area)}</p>
      <p className="text-muted text-xs">
        <bdi>{actorText(area.author)}</bdi>, <TimeAgo at={area.createdAt} />
      </p>
      {isEditing && <EditForm area={area} actions={actions} onDone={() => setEditing(false)} />}
    </li>
  );
}

function EditForm({ area, actions, onDone }: Pick<Props, 'area' | 'actions'> & { onDone: () => void }) {
  const [label, setLabel] = useState(area.label);
  const [expiry, setExpiry] = useState<Expiry | 'same'>('same');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const end = expiry === 'same' ? {} : { expiresAt: expiresAt(expiry, Date.now()) };
    await actions.mutateAsync({ do: 'change', id: area.id, body: { label, ...end } }).then(onDone, () => {});
  };
  return (
    <form onSubmit={save} className="mt-3 space-y-3">
      <TextField
        label="Name"
        value={label}
        maxLength={200}
        onChange={(event) => setLabel(event.target.value)}
      />
      <SelectField
        label="Duration"
        value={expiry}
        options={[{ value: 'same', label: `As now: ${endWords(area)}` }, ...expiries]}
        onChange={setExpiry}
      />
      <Button type="submit" disabled={label.trim() === '' || actions.isPending}>
        Save
      </Button>
    </form>
  );
}
