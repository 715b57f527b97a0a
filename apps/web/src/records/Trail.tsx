import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  org: string;
  project: string;
  /** To link to, between the project and what this page shows. */
  suite?: string | undefined;
  children?: ReactNode;
}

/** `acme / web`, and what of it this page shows. */
export function Trail({ org, project, suite, children }: Props) {
  return (
    <>
      <Slash className="max-sm:hidden" />
      <Link
        to="/$org/$project"
        params={{ org, project }}
        activeOptions={{ exact: true }}
        className="min-w-0 truncate rounded font-medium hover:text-accent"
      >
        {org}/{project}
      </Link>
      {suite !== undefined && (
        <>
          <Slash />
          <Link
            to="/$org/$project/suites/$suite"
            params={{ org, project, suite }}
            activeOptions={{ exact: true }}
            className="min-w-0 truncate rounded font-medium hover:text-accent"
          >
            {suite}
          </Link>
        </>
      )}
      {children && (
        <>
          <Slash />
          <span className="min-w-0 truncate text-muted">{children}</span>
        </>
      )}
    </>
  );
}

const Slash = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`text-line ${className}`}>
    /
  </span>
);
