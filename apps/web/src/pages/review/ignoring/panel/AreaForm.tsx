import type { AddIgnoreAreaBody, IgnoreScope, PickedElement } from '@svc/schema';
import { type FormEvent, useState } from 'react';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { Button } from '../../../../ui/Button.js';
import { SelectField } from '../../../../ui/fields/SelectField.js';
import { TextField } from '../../../../ui/fields/TextField.js';
import type { Box } from '../../../../viewer/transform.js';
import type { Ignoring } from '../useIgnoring.js';
import { BoxFields } from './BoxFields.js';
import { ElementField } from './ElementField.js';
import { type Expiry, expiresAt, expiries } from './expiries.js';

interface Props {
  /** `org/project`. */
  project: string;
  diffId: string;
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
export function AreaForm({ project, diffId, suite, result, region, ignoring, isSending, onAdd }: Props) {
  const [label, setLabel] = useState('');
  const [scope, setScope] = useState<IgnoreScope>('snapshot');
  const [expiry, setExpiry] = useState<Expiry>('never');
  const { element, point } = ignoring;
  const box = ignoring.box ?? region;
  const area = areaOf(element, point ? null : box);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!area || label.trim() === '') return;
    const { name, viewport, browser } = result;
    const of = { snapshot: { name, viewport, browser }, name: { name }, suite: {} }[scope];
    const added = await onAdd({
      suite,
      scope,
      ...of,
      ...area,
      label,
      expiresAt: expiresAt(expiry, Date.now()),
    });
    if (!added) return;
    setLabel('');
    ignoring.place({});
  };
  return (
    <form onSubmit={submit} className="space-y-3">
      <h3 className="font-semibold text-sm">New area</h3>
      <Button
        icon="ignore"
        className="w-full"
        aria-pressed={ignoring.isPlacing}
        onClick={() => ignoring.place({ isPlacing: !ignoring.isPlacing })}
      >
        {ignoring.isPlacing ? 'Cancel drawing' : 'Draw on the image'}
      </Button>
      <p role="status" className="text-muted text-xs">
        {placeHint(ignoring, region)}
      </p>
      <ElementField
        key={point && `${point.x} ${point.y}`}
        project={project}
        diffId={diffId}
        result={result}
        box={box}
        ignoring={ignoring}
      />
      {!element && <BoxFields box={point ? null : box} onChange={(box) => ignoring.place({ box })} />}
      <TextField
        label="Name"
        value={label}
        maxLength={200}
        placeholder="Clock in the header"
        onChange={(event) => setLabel(event.target.value)}
      />
      <SelectField label="Applies to" value={scope} options={scopes} onChange={setScope} />
      <SelectField label="Duration" value={expiry} options={expiries} onChange={setExpiry} />
      <Button
        type="submit"
        look="primary"
        className="w-full"
        disabled={!area || label.trim() === '' || isSending}
      >
        Add the area
      </Button>
    </form>
  );
}

/** Of what the new area is; null while that is not known. */
function areaOf(
  element: PickedElement | null,
  box: Box | null,
): Pick<AddIgnoreAreaBody, 'box' | 'element'> | null {
  if (element) return { element: element.selector };
  if (!box || box.width < 1 || box.height < 1) return null;
  const { x, y, width, height } = box;
  return { box: { x, y, width, height } };
}

function placeHint({ isPlacing, element, box, point }: Ignoring, region: Box | null): string {
  if (isPlacing) return 'Drag a box over the image, or click an element.';
  if (element) return 'The element is hatched on the image. The area follows the element when it moves.';
  if (box) return 'The new area is hatched on the image.';
  if (point) return '';
  return region
    ? 'The box of the selected change. Draw another one, or type its position.'
    : 'Draw a box, click an element, step to a change with J, or type a position.';
}
