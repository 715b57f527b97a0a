import { Children, type ReactNode, useId } from 'react';

/** A titled card of rows. */
export function RowList({ title, empty, children }: { title: string; empty: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-4 font-semibold text-lg">
        {title}
      </h2>
      {Children.count(children) === 0 ? (
        <p className="rounded-2xl border border-line border-dashed px-5 py-8 text-center text-muted text-sm">
          {empty}
        </p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
          {children}
        </ul>
      )}
    </section>
  );
}
