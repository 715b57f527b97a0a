import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** `acme / web`, and what of it this page shows. */
export function Trail({ org, project, children }: { org: string; project: string; children?: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="text-line max-sm:hidden">
        /
      </span>
      <Link
        to="/$org/$project"
        params={{ org, project }}
        className="min-w-0 truncate rounded font-medium hover:text-accent"
      >
        {org}/{project}
      </Link>
      {children && (
        <>
          <span aria-hidden="true" className="text-line">
            /
          </span>
          <span className="min-w-0 truncate text-muted">{children}</span>
        </>
      )}
    </>
  );
}
