import type { HistoryEvent } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Framed } from '../../ui/Framed.js';
import { GitPosition } from '../../ui/GitPosition.js';
import { Icon, type IconName } from '../../ui/Icon.js';
import { StatusBadge } from '../../ui/StatusBadge.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { slotKey } from '../../words/slotKey.js';
import { CauseLine } from '../review/result/causes/CauseLine.js';
import {
  actorWords,
  decisionWords,
  eventReason,
  eventTitle,
  promotionWords,
  sourceLink,
} from './eventWords.js';

interface Props {
  event: HistoryEvent;
  org: string;
  project: string;
  slot: Parameters<typeof slotKey>[0];
}

export function EventCard({ event, org, project, slot }: Props) {
  const { diffId, captureId } = event;
  const place = { org, project };
  return (
    <li className="grid gap-x-6 gap-y-4 rounded-2xl border border-line bg-surface p-5 shadow-card md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="min-w-0">
        <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-semibold">{eventTitle(event)}</h3>
          {event.approvalStatus && <StatusBadge status={event.approvalStatus} />}
        </div>
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
          <GitPosition branch={event.branch} commit={event.commit} />
          <TimeAgo at={event.at} />
        </div>
        <p className="mb-3 break-words text-sm">
          {eventReason(event)} <SourceLink source={event.baselineSource} {...place} />
        </p>
        <ul className="mb-4 space-y-1.5 text-sm">
          {event.causes.map(({ signature, text }) => (
            <Fact key={signature} icon="changed">
              <CauseLine text={text} />
            </Fact>
          ))}
          {event.decisions.length === 0 && event.decidedBy && event.decidedAt && (
            <Fact icon={event.approvalStatus === 'rejected' ? 'cross' : 'check'}>
              Decided by {actorWords(event.decidedBy)}, <TimeAgo at={event.decidedAt} />
            </Fact>
          )}
          {event.decisions.map((decision) => (
            <Fact
              key={`${decision.kind} ${decision.at}`}
              icon={decision.kind === 'approved' ? 'check' : decision.kind === 'rejected' ? 'cross' : 'undo'}
            >
              {decisionWords(decision)}, <TimeAgo at={decision.at} />
              {decision.note !== null && (
                <q className="mt-0.5 block whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
                  {decision.note}
                </q>
              )}
              {decision.revokedAt && (
                <span className="text-muted">
                  ; revoked <TimeAgo at={decision.revokedAt} />
                </span>
              )}
            </Fact>
          ))}
          {event.promotions.map((promotion) => (
            <Fact key={`${promotion.branch} ${promotion.at}`} icon="branch" isQuiet={!promotion.isActive}>
              {promotionWords(promotion)}
            </Fact>
          ))}
          {event.flaked && (
            <Fact icon="warning" tone="text-changed">
              This capture was flaky
            </Fact>
          )}
        </ul>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {diffId && (
            <Link
              to="/$org/$project/diffs/$id"
              params={{ ...place, id: diffId }}
              search={{ result: slotKey(slot) }}
              className="font-medium text-accent hover:underline"
            >
              Open the review
            </Link>
          )}
          <Link
            to="/$org/$project/captures/$id"
            params={{ ...place, id: captureId }}
            className="text-muted hover:text-accent hover:underline"
          >
            Capture
          </Link>
        </p>
        {event.renderer && <p className="mt-3 break-words text-muted text-xs">{event.renderer}</p>}
      </div>
      <Images event={event} />
    </li>
  );
}

function Images({ event: { image, baseline, status } }: { event: HistoryEvent }) {
  const images = [
    ...(baseline && status !== 'unchanged' ? [{ word: 'Before', image: baseline }] : []),
    ...(image || status === 'removed' ? [{ word: baseline ? 'After' : 'Image', image }] : []),
  ];
  return (
    <div className={`grid min-w-0 gap-3 self-start ${images.length > 1 ? 'grid-cols-2' : ''}`}>
      {images.map((one) => (
        <figure key={one.word} className="min-w-0">
          <Framed image={one.image} alt={one.word} className="h-40 rounded-xl border border-line p-1.5" />
          <figcaption className="mt-1.5 text-muted text-xs tabular-nums">
            {one.word}
            {one.image ? ` · ${one.image.width} × ${one.image.height}` : ' · removed'}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

interface FactProps {
  icon: IconName;
  isQuiet?: boolean;
  tone?: string;
  children: ReactNode;
}

const Fact = ({ icon, isQuiet = false, tone = '', children }: FactProps) => (
  <li className={`flex items-start gap-2 ${isQuiet ? 'text-muted' : tone}`}>
    <Icon name={icon} size={14} className="mt-1" />
    <span className="min-w-0 break-words">{children}</span>
  </li>
);

function SourceLink({ source, org, project }: { source: string | null; org: string; project: string }) {
  const link = sourceLink(source);
  if (!link) return null;
  return (
    <Link
      to={link.kind === 'diff' ? '/$org/$project/diffs/$id' : '/$org/$project/captures/$id'}
      params={{ org, project, id: link.id }}
      className="text-accent underline"
    >
      {link.kind === 'diff' ? 'See that review' : 'See that capture'}
    </Link>
  );
}
