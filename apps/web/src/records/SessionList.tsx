import type { SessionSummary } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { GitPosition } from '../ui/GitPosition.js';
import { TimeAgo } from '../ui/TimeAgo.js';
import { RowList } from './RowList.js';
import { SessionBadge } from './SessionBadge.js';

interface Props {
  org: string;
  project: string;
  sessions: readonly SessionSummary[];
  title?: string;
}

export function SessionList({ org, project, sessions, title = 'Sessions' }: Props) {
  return (
    <RowList
      title={title}
      empty="A session groups the uploads of one test run. svc run creates one around a command."
    >
      {sessions.map((session) => (
        <li key={session.id}>
          <Link
            to="/$org/$project/sessions/$id"
            params={{ org, project, id: session.id }}
            className="block px-5 py-3.5 transition-colors hover:bg-canvas"
          >
            <div className="mb-1 flex items-center justify-between gap-3">
              <span className="min-w-0 truncate font-medium">
                {session.diffs.map(({ suite }) => suite).join(', ') ||
                  (session.status === 'open' ? 'Nothing sent yet' : 'Nothing was sent')}
              </span>
              <SessionBadge session={session} />
            </div>
            <div className="flex items-center justify-between gap-3 text-muted text-sm">
              <GitPosition branch={session.branch} commit={session.commit} />
              <TimeAgo at={session.createdAt} />
            </div>
          </Link>
        </li>
      ))}
    </RowList>
  );
}
