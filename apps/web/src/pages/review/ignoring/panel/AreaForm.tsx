import type { AddIgnoreAreaBody, IgnoreScope } from '@svc/schema';
import { type FormEvent, useState } from 'react';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { Button } from '../../../../ui/Button.js';
import { SelectField } from '../../../../ui/fields/SelectField.js';
import { TextField } from '../../../../ui/fields/TextField.js';
import type { Box } from '../../../../viewer/transform.js';
import type { Ignoring } from '../useIgnoring.js';
import { BoxFields } from './BoxFields.js';
import { type Expiry, expiresAt, expiries } from './expiries.js';

interface Props {
  suite: string;
  result: ReviewItem;
  /** The changed region that was stepped to, if any. */
  region: Box | null;
  ignoring: Ignoring;
  isSending: boolean;
  /** @returns whether it is added */
  onAdd: (body: AddIgnoreAreaBody) => Promise<boolean>;
}

const scopes: readonly { value: IgnoreScope; label: string }[] = [
  { value: 'snapshot', label: 'This snapshot' },
  { value: 'name', label: 'All its viewports and browsers' },
  { value: 'suite', label: 'Every snapshot of the suite' },
];

/** Where a new ignore area is, what it is called, of what it is and how long it stands. */
export function AreaForm({ suite, result, region, ignoring, isSending, onAdd }: Props) {
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState<IgnoreScope>('snapshot');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const box = ignoring.box ?? region;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!box || label.trim() === '') return;
    const { name, viewport, browser } = result;
    const of = { snapshot: { name, viewport, browser }, name: { name }, suite: {} }[scope];
    const place = { x: box.x, y: box.y, width: box.width, height: box.height };
    const added = await onAdd({
      suite,
      scope,
      ...of,
      box: place,
      label,
      expiresAt: expiresAt(expiry, Date.now()),
    });
    if (!added) return;
    setLabel('');
    ignoring.place(null);
  };
  return (
    <form onSubmit={submit} className="space-y-3">
      <h3 className="font-semibold text-sm">New area</h3>
      <Button
        icon="ignore"
        className="w-full"
        aria-pressed={ignoring.isPlacing}
        onClick={() => ignoring.place(null, !ignoring.isPlacing)}
      >
        {ignoring.isPlacing ? 'Cancel drawing' : 'Draw on the image'}
      </Button>
      <p role="status" className="text-muted text-xs">
        {ignoring.isPlacing
          ? 'Drag a box over the image.'
          : ignoring.box
            ? 'The new area is hatched on the image.'
            : region
              ? 'Where the chosen change is. Draw, or type another place.'
              : 'Draw a box, step to a change with J, or type a place.'}
      </p>
      <BoxFields box={box} onChange={(changed) => ignoring.place(changed)} />
      <TextField
        label="Name"
        value={label}
        maxLength={200}
        placeholder="Clock in the header"
        onChange={(event) => setLabel(event.target.value)}
      />
      <SelectField label="Applies to" value={scope} options={scopes} onChange={setScope} />
      <SelectField label="Stands" value={expiry} options={expiries} onChange={setExpiry} />
      <Button
        type="submit"
        look="primary"
        className="w-full"
        disabled={!box || box.width < 1 || box.height < 1 || label.trim() === '' || isSending}
      >
        Add the area
      </Button>
    </form>
  );
}
