import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/Icon.js';

/** From a project to its snapshots that look different for no reason. */
export const FlakyLink = ({ org, project }: { org: string; project: string }) => (
  <Link
    to="/$org/$project/flaky"
    params={{ org, project }}
    className="inline-flex h-9 shrink-0 items-center gap-2 rounded-lg border border-line bg-surface px-3.5 font-medium text-sm transition-colors hover:bg-sunken"
  >
    <Icon name="chart" />
    Flaky
  </Link>
);
