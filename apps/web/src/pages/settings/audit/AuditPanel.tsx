import type { AuditEntry, AuditKind } from '@svc/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AuditAsked, auditQuery } from '../../../client/accessQueries.js';
import { Button } from '../../../ui/Button.js';
import { SelectField } from '../../../ui/fields/SelectField.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { actorWords, auditSentence } from './auditSentence.js';

const kinds: readonly { value: AuditKind | 'all'; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'diff', label: 'Decisions' },
  { value: 'comment', label: 'Comments' },
  { value: 'review', label: 'Review requests' },
  { value: 'chat', label: 'Chat' },
  { value: 'ignore-area', label: 'Ignore areas' },
  { value: 'baselines', label: 'Baselines' },
  { value: 'key', label: 'API keys' },
  { value: 'settings', label: 'Settings' },
  { value: 'code-host', label: 'Code host' },
  { value: 'images', label: 'Retention' },
  { value: 'project', label: 'Projects' },
];
const kindsOfOrganisation: typeof kinds = [
  ...kinds,
  { value: 'member', label: 'Members' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'organisation', label: 'Organization' },
];

const dayWords = (at: string) =>
  new Date(at).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const timeWords = (at: string) =>
  new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false });

/** Who did what and when: newest first, page by page. */
export function AuditPanel({ of, about }: { of: AuditAsked['of']; about: string }) {
  const [kind, setKind] = useState<AuditKind | 'all'>('all');
  const [by, setBy] = useState<AuditEntry | null>(null);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditQuery({ of, kind: kind === 'all' ? undefined : kind, by: by?.actorId }),
  );
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Panel
      title="Audit log"
      about={about}
      action={
        <SelectField
          label="Show"
          isLabelHidden
          className="w-44"
          value={kind}
          options={'org' in of ? kindsOfOrganisation : kinds}
          onChange={setKind}
        />
      }
    >
      {by && (
        <p className="flex items-center gap-3 border-line border-b px-5 py-3 text-sm">
          <span className="min-w-0 flex-1 truncate">
            Only by <bdi className="font-medium">{actorWords(by.actor)}</bdi>
          </span>
          <Button look="quiet" icon="cross" onClick={() => setBy(null)}>
            Everybody
          </Button>
        </p>
      )}
      {entries ? (
        entries.length === 0 ? (
          <PanelNote>No entries of this kind yet.</PanelNote>
        ) : (
          <Days entries={entries} showProject={'org' in of} onActor={setBy} />
        )
      ) : (
        <PanelState label="Loading the log" error={error} retry={refetch} />
      )}
      {hasNextPage && (
        <div className="border-line border-t p-3 text-center">
          <Button look="quiet" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show earlier'}
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface DaysProps {
  entries: readonly AuditEntry[];
  showProject: boolean;
  onActor: (entry: AuditEntry) => void;
}

function Days({ entries, showProject, onActor }: DaysProps) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayWords(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <div key={day} className="border-line border-b last:border-b-0">
      <h3 className="px-5 pt-4 pb-1 font-medium text-muted text-sm">{day}</h3>
      <ol className="pb-3">
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} showProject={showProject} onActor={onActor} />
        ))}
      </ol>
    </div>
  ));
}

interface EntryProps {
  entry: AuditEntry;
  showProject: boolean;
  onActor: (entry: AuditEntry) => void;
}

function Entry({ entry, showProject, onActor }: EntryProps) {
  const { at, actor, action, project, target } = entry;
  const [org = '', name = ''] = project?.split('/') ?? [];
  return (
    <li className="flex gap-4 px-5 py-1.5 text-sm">
      <time
        dateTime={at}
        title={new Date(at).toLocaleString()}
        className="w-11 shrink-0 text-muted tabular-nums"
      >
        {timeWords(at)}
      </time>
      <p className="min-w-0 flex-1 break-words">
        <button
          type="button"
          title="Show only what they did"
          className="max-w-full break-words rounded text-left font-semibold hover:text-accent"
          onClick={() => onActor(entry)}
        >
          <bdi>{actorWords(actor)}</bdi>
        </button>{' '}
        <bdi>{auditSentence(entry)}</bdi>
        {project && target && action.startsWith('diff.') && (
          <>
            {' · '}
            <Link
              to="/$org/$project/diffs/$id"
              params={{ org, project: name, id: target }}
              className="rounded text-accent underline"
            >
              diff
            </Link>
          </>
        )}
        {showProject && project && <span className="text-muted"> · {project}</span>}
      </p>
    </li>
  );
}
