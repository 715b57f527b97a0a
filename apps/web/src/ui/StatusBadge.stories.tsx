import { type Status, StatusBadge } from './StatusBadge.js';

export default { title: 'Parts/StatusBadge' };

const groups: Record<string, readonly Status[]> = {
  Results: ['changed', 'new', 'removed', 'unchanged', 'skipped'],
  Decisions: ['pending', 'approved', 'rejected'],
  Captures: ['pending', 'capturing', 'processing', 'completed', 'failed'],
  Conclusions: ['success', 'failure'],
};

export const All = () => (
  <dl className="grid w-fit grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
    {Object.entries(groups).map(([title, statuses]) => (
      <div key={title} className="contents">
        <dt className="text-muted text-sm">{title}</dt>
        <dd className="flex flex-wrap gap-2">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </dd>
      </div>
    ))}
  </dl>
);
