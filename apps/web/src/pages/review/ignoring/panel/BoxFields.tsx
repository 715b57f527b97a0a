import { useId } from 'react';
import type { Box } from '../../../../viewer/transform.js';

const sides = [
  { side: 'x', label: 'Left' },
  { side: 'y', label: 'Top' },
  { side: 'width', label: 'Width' },
  { side: 'height', label: 'Height' },
] as const;

const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 };

/** The place of a box in whole pixels of the image; arrow keys move it by one. */
export function BoxFields({ box, onChange }: { box: Box | null; onChange: (box: Box) => void }) {
  const id = useId();
  return (
    <fieldset className="grid grid-cols-4 gap-2">
      <legend className="sr-only">Position in pixels of the image</legend>
      {sides.map(({ side, label }) => (
        <div key={side}>
          <label htmlFor={`${id}-${side}`} className="mb-1 block text-muted text-xs">
            {label}
          </label>
          <input
            id={`${id}-${side}`}
            type="number"
            min={0}
            max={1_000_000}
            value={box ? box[side] : ''}
            onChange={(event) => {
              const { x, y, width, height } = box ?? nowhere;
              const pixels = Math.min(1_000_000, Math.max(0, Math.round(event.target.valueAsNumber || 0)));
              onChange({ x, y, width, height, [side]: pixels });
            }}
            className="h-9 w-full rounded-lg border border-line bg-surface px-2 text-ink text-sm tabular-nums"
          />
        </div>
      ))}
    </fieldset>
  );
}
