import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/EmptyState.js';
import { Shell } from '../ui/Shell.js';
import { useTitle } from '../ui/useTitle.js';

export function NotFoundPage() {
  useTitle('Not found');
  return (
    <Shell>
      <EmptyState icon="search" title="Page not found" level={1}>
        <p>
          Check the address, or go to{' '}
          <Link to="/" className="text-accent underline">
            your projects
          </Link>
          .
        </p>
      </EmptyState>
    </Shell>
  );
}
