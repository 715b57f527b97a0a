import type { Capture } from '@svc/schema';
import { Icon } from '../ui/Icon.js';

/** Snapshots that could not be captured, each with its reason. */
export function FailedSnapshots({ failures }: { failures: Capture['failures'] }) {
  if (failures.length === 0) return null;
  return (
    <section aria-labelledby="failed" className="mb-8 rounded-2xl border border-removed/30 bg-removed-soft">
      <h2 id="failed" className="flex items-center gap-2 px-5 pt-4 pb-2 font-semibold">
        <Icon name="warning" className="text-removed" />
        {failures.length} {failures.length === 1 ? 'snapshot' : 'snapshots'} could not be captured
      </h2>
      <ul className="max-h-80 divide-y divide-removed/15 overflow-auto px-5 pb-2">
        {failures.map(({ name, viewport, message }) => (
          <li key={`${name} ${viewport?.width}x${viewport?.height}`} className="py-2.5 text-sm">
            <p className="break-words font-medium">
              {name}
              {viewport && (
                <span className="ml-2 font-normal">
                  {viewport.width} × {viewport.height}
                </span>
              )}
            </p>
            <p className="break-words">{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
