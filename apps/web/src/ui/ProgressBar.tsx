import { countText } from '../words/countText.js';

/** How many of how many; without a total, how many so far. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const known = total > 0;
  return (
    <div>
      <div className="mb-2 flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="text-muted tabular-nums">
          {known ? `${countText(done)} of ${countText(total)}` : done > 0 && `${countText(done)} so far`}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        {...(known ? { 'aria-valuenow': done, 'aria-valuemin': 0, 'aria-valuemax': total } : {})}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] duration-500 ${known ? '' : 'w-1/3 animate-pulse'}`}
          style={known ? { width: `${Math.min(100, (done / total) * 100)}%` } : undefined}
        />
      </div>
    </div>
  );
}
