import type { Diff, DiffResult } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { api } from '../../client/api.js';
import { captureQuery, diffQuery } from '../../client/queries.js';
import type { ViewerHandle } from '../../viewer/Viewer.js';
import { viewOf } from '../../viewer/views.js';
import { ApproveAllDialog } from './ApproveAllDialog.js';
import type { ReviewControls } from './actions.js';
import { Banners } from './Banners.js';
import { displayName } from './displayName.js';
import { filterResults, isReviewable, statusesOf, statusText } from './filterResults.js';
import { HelpDialog } from './HelpDialog.js';
import { ListHead } from './ListHead.js';
import { NothingToShow } from './NothingToShow.js';
import { nextPending } from './nextPending.js';
import { ResultList } from './ResultList.js';
import { ResultPanel } from './ResultPanel.js';
import { ReviewHeader } from './ReviewHeader.js';
import { slotKey } from './slotKey.js';
import { ToastBar } from './ToastBar.js';
import { useDecisions } from './useDecisions.js';
import { usePreloadedImages } from './usePreloadedImages.js';
import { useReviewSearch } from './useReviewSearch.js';
import { useShortcuts } from './useShortcuts.js';
import { useStoredFlag } from './useStoredFlag.js';
import { useToast } from './useToast.js';

interface Props {
  org: string;
  project: string;
  diff: Diff;
  refetch: () => void;
}

export function Review({ org, project, diff, refetch }: Props) {
  const slug = `${org}/${project}`;
  const { search, change } = useReviewSearch();
  const [dialog, setDialog] = useState<'help' | 'approveAll' | null>(null);
  const [overlayChoice, setOverlayChoice] = useState<boolean | null>(null);
  const [keysEnabled, setKeysEnabled] = useStoredFlag('svc.keys', true);
  const { toast, say, dismiss } = useToast();
  const viewer = useRef<ViewerHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const client = useQueryClient();

  const query = search.q ?? '';
  const statuses = useMemo(() => statusesOf(search.status), [search.status]);
  const list = useMemo(() => filterResults(diff.results, statuses, query), [diff.results, statuses, query]);
  const { result, index } = choose(diff, list, search.result);
  usePreloadedImages(list, index);

  const view = viewOf(search.view);
  const overlay = overlayChoice ?? view === 'difference';
  const decidable = diff.status === 'completed';

  const decisions = useDecisions(slug, diff.id, {
    onRefused: (error) => say(`Not saved: ${error.message}`, { tone: 'danger' }),
  });
  const reDiff = useMutation({
    mutationFn: () => api.reDiff(slug, diff.id),
    onSuccess: (fresh) => client.setQueryData(diffQuery(slug, diff.id).queryKey, fresh),
    onError: (error) => say(error.message, { tone: 'danger' }),
  });
  const { data: capture } = useQuery({
    ...captureQuery(slug, diff.headCaptureId),
    enabled: diff.status === 'processing',
  });

  const select = (target: DiffResult | undefined) => target && change({ result: slotKey(target) });
  const decide = (to: 'approved' | 'rejected') => {
    if (!result || !decidable || !isReviewable(result) || result.approvalStatus === to) return;
    const next = list[nextPending(list, index, [result.name])];
    decisions.decide({ to, names: [result.name] });
    const done = `${to === 'approved' ? 'Approved' : 'Rejected'} ${displayName(result).title}`;
    say(next ? done : `${done}. Nothing in the list is pending.`, { undoable: true });
    select(next ?? result);
  };
  const revoke = () => {
    if (!result || !decidable || decisions.decide({ to: 'pending', names: [result.name] }).length === 0)
      return;
    say(`${displayName(result).title} is pending again`);
  };
  const undo = () => {
    const before = decidable ? decisions.undo() : [];
    const [first] = before;
    if (!first) {
      if (result && result.approvalStatus !== 'pending') revoke();
      return;
    }
    say(
      before.length === 1 ? `Took back ${displayName(first).title}` : `Took back ${before.length} decisions`,
    );
    select(first);
  };
  const approveAll = () => {
    setDialog(null);
    const decided = decisions.decide({ to: 'approved', names: null });
    say(`Approved ${decided.length} ${decided.length === 1 ? 'snapshot' : 'snapshots'}`, { undoable: true });
  };

  const review: ReviewControls = {
    step: (by) => select(list[index < 0 ? 0 : Math.min(list.length - 1, Math.max(0, index + by))]),
    nextPending: () => select(list[nextPending(list, index)]),
    approve: () => decide('approved'),
    reject: () => decide('rejected'),
    undo,
    approveAll: () => decidable && diff.counts.pending > 0 && setDialog('approveAll'),
    show: (next) => {
      setOverlayChoice(null);
      change({ view: next === 'side' ? undefined : next });
    },
    toggleFace: () => review.show(view === 'current' ? 'baseline' : 'current'),
    toggleOverlay: () => setOverlayChoice(!overlay),
    zoom: (factor) => viewer.current?.zoom(factor),
    fit: () => viewer.current?.fit(),
    actualSize: () => viewer.current?.actualSize(),
    search: () => searchBox.current?.focus(),
    help: () => setDialog('help'),
    back: () => {
      if (toast) dismiss();
      else if (matchMedia('(width < 48rem)').matches && search.result) change({ result: undefined });
      else if (query) change({ q: undefined });
      else void navigate({ to: '/$org/$project', params: { org, project } });
    },
  };
  useShortcuts(review, keysEnabled);

  // On a narrow screen the list and the result take turns; a chosen result is what says whose turn it is.
  const isOpen = search.result !== undefined;
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <ReviewHeader org={org} project={project} diff={diff} review={review} />
      <Banners
        diff={diff}
        capture={diff.status === 'processing' ? capture : undefined}
        onReDiff={() => reDiff.mutate()}
        reDiffing={reDiff.isPending}
      />
      <main className={`flex min-h-0 flex-1 ${list.length === 0 ? 'max-md:flex-col' : ''}`}>
        <div
          className={`flex w-80 shrink-0 flex-col border-line border-r bg-surface max-lg:w-72 max-md:w-full max-md:border-r-0 ${isOpen ? 'max-md:hidden' : ''}`}
        >
          <ListHead
            counts={diff.counts}
            statuses={statuses}
            query={query}
            searchBox={searchBox}
            onStatuses={(chosen) => change({ status: statusText(chosen) })}
            onQuery={(text) => change({ q: text || undefined })}
          />
          {list.length > 0 ? (
            <ResultList
              results={list}
              selected={index}
              onSelect={(target) => {
                const chosen = list[target];
                if (chosen) change({ result: slotKey(chosen) }, !isOpen);
              }}
            />
          ) : (
            <p className="px-6 py-10 text-center text-muted text-sm max-md:hidden">
              {diff.status === 'processing' ? 'Results appear here one by one.' : 'No snapshot matches.'}
            </p>
          )}
        </div>
        <section
          aria-label="Result"
          className={`flex min-h-0 min-w-0 flex-1 flex-col ${isOpen || list.length === 0 ? '' : 'max-md:hidden'}`}
        >
          {result ? (
            <ResultPanel
              viewer={viewer}
              result={result}
              position={index + 1}
              count={list.length}
              siblings={diff.results.filter(({ name }) => name === result.name).length - 1}
              view={view}
              overlay={overlay}
              enabled={decidable}
              review={review}
              onRevoke={revoke}
              refetch={refetch}
            />
          ) : (
            <NothingToShow
              diff={diff}
              capture={capture}
              onShow={(shown) => change({ status: statusText(shown), q: undefined })}
              onReDiff={() => reDiff.mutate()}
            />
          )}
        </section>
      </main>
      <ToastBar toast={toast} review={review} dismiss={dismiss} />
      {dialog === 'help' && (
        <HelpDialog
          keysEnabled={keysEnabled}
          onKeysEnabled={setKeysEnabled}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'approveAll' && (
        <ApproveAllDialog
          diff={diff}
          hidden={diff.counts.pending - pendingIn(list)}
          onConfirm={approveAll}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

const isPending = (result: DiffResult) => isReviewable(result) && result.approvalStatus === 'pending';

const pendingIn = (list: readonly DiffResult[]) => list.filter(isPending).length;

/** The result of the URL, even when the filter hides it (index -1); without one, the first pending of the list. */
function choose(diff: Diff, list: readonly DiffResult[], key: string | undefined) {
  const wanted = key === undefined ? undefined : diff.results.find((result) => slotKey(result) === key);
  const result = wanted ?? list.find(isPending) ?? list[0];
  return { result, index: result ? list.indexOf(result) : -1 };
}
