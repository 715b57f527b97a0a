import type { IgnoreArea } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ignoreAreasQuery } from '../../../../client/noiseQueries.js';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { useMembership } from '../../../../client/useMembership.js';
import { Button } from '../../../../ui/Button.js';
import { slotKey } from '../../../../words/slotKey.js';
import type { Ignoring } from '../useIgnoring.js';
import { AreaCard } from './AreaCard.js';
import { AreaForm } from './AreaForm.js';
import { ChangeSection } from './ChangeSection.js';
import { useAreaActions } from './useAreaActions.js';

interface Props {
  org: string;
  /** `org/project`. */
  project: string;
  diffId: string;
  suite: string;
  /** The snapshot that is looked at. */
  result: ReviewItem;
  /** Index of the changed region that was stepped to; -1 for none. */
  region: number;
  ignoring: Ignoring;
  /** Compares the diff again; null while it is compared. */
  onReDiff: (() => void) | null;
  /** Ignores the change of the snapshot for a while, or no longer. */
  onIgnoreChange: () => void;
  onClose: () => void;
}

/** The ignore areas of one snapshot, and where a new one is made. */
export function IgnoringPanel(props: Props) {
  const { org, project, diffId, suite, result, region, ignoring, onReDiff, onIgnoreChange, onClose } = props;
  const { data: areas = [] } = useQuery(ignoreAreasQuery(project, suite));
  const mayChange = useMembership(org)?.may('review') ?? false;
  const actions = useAreaActions(project, suite);
  const [hasChanged, setChanged] = useState(false);
  const own = areas.filter((area) => covers(area, result));
  const changed = region >= 0 ? result.regions?.[region] : undefined;
  return (
    <aside
      aria-label="Ignore areas"
      // On a phone it would cover the image that is drawn on.
      className={`flex w-80 shrink-0 flex-col border-line border-l bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-card max-sm:w-full ${ignoring.isPlacing ? 'max-sm:hidden' : ''}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="flex items-center gap-2 border-line border-b py-1.5 pr-1.5 pl-4">
        <h2 className="font-semibold text-sm">Ignore areas</h2>
        <Button
          look="quiet"
          icon="cross"
          aria-label="Close the ignore areas"
          className="ml-auto"
          onClick={onClose}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section tabIndex={0} aria-label="Areas" className="min-h-0 flex-1 space-y-4 overflow-y-auto p-4">
        {actions.error && (
          <p role="alert" className="text-removed text-sm">
            Not saved: {actions.error.message}
          </p>
        )}
        {hasChanged && onReDiff && (
          <div className="rounded-xl border border-line bg-sunken p-3 text-sm">
            <p>It applies to later comparisons. To apply it to this diff, compare again.</p>
            <Button
              icon="refresh"
              className="mt-2"
              onClick={() => {
                setChanged(false);
                onReDiff();
              }}
            >
              Compare again
            </Button>
          </div>
        )}
        {mayChange && <ChangeSection result={result} onToggle={onIgnoreChange} />}
        {own.length > 0 ? (
          <ul className="space-y-3">
            {own.map((area) => (
              <AreaCard key={area.id} area={area} mayChange={mayChange} actions={actions} />
            ))}
          </ul>
        ) : (
          <p className="text-muted text-sm">This snapshot has no ignore areas.</p>
        )}
        {mayChange ? (
          <AreaForm
            key={slotKey(result)}
            project={project}
            diffId={diffId}
            suite={suite}
            result={result}
            region={changed ?? null}
            ignoring={ignoring}
            isSending={actions.isPending}
            onAdd={async (body) => {
              const isAdded = await actions.mutateAsync({ do: 'add', body }).then(
                () => true,
                () => false,
              );
              if (isAdded) setChanged(true);
              return isAdded;
            }}
          />
        ) : (
          <p className="text-muted text-sm">You need the role reviewer to add areas.</p>
        )}
      </section>
    </aside>
  );
}

const covers = (area: IgnoreArea, result: ReviewItem): boolean =>
  area.scope === 'suite' ||
  (area.name === result.name &&
    (area.scope === 'name' || slotKey({ ...result, ...area, name: area.name }) === slotKey(result)));
