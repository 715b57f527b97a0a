import type { ReactNode } from 'react';

/** One figure with what it counts. */
export function Stat({ value, label, children }: { value: ReactNode; label: string; children?: ReactNode }) {
  return (
    <div className="min-w-0 rounded-2xl border border-line bg-surface px-5 py-4 shadow-card">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="mt-0.5">
        <span className="font-semibold text-2xl tabular-nums tracking-tight">{value}</span>
        {children && <span className="ml-2 text-muted text-sm">{children}</span>}
      </dd>
    </div>
  );
}
