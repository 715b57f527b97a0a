import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { api } from '../../client/api.js';
import type { ReviewDiff, ReviewItem } from '../../client/presentReview.js';
import { captureQuery, reviewQuery } from '../../client/queries.js';
import type { ViewerHandle } from '../../viewer/Viewer.js';
import { type View, viewOf } from '../../viewer/views.js';
import { ApproveAllDialog } from './ApproveAllDialog.js';
import type { ReviewControls } from './actions.js';
import { isPending } from './applyDecision.js';
import { Banners } from './Banners.js';
import { displayName } from './displayName.js';
import { filterResults, isReviewable, statusesOf, statusText } from './filterResults.js';
import { HelpDialog } from './HelpDialog.js';
import { ListHead } from './ListHead.js';
import { listRows } from './listRows.js';
import { NothingToShow } from './NothingToShow.js';
import { nextPending } from './nextPending.js';
import { ResultList } from './ResultList.js';
import { ResultPanel } from './ResultPanel.js';
import { ReviewHeader } from './ReviewHeader.js';
import { SelectionBar } from './SelectionBar.js';
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
  diff: ReviewDiff;
  refetch: () => void;
}

export function Review({ org, project, diff, refetch }: Props) {
  const slug = `${org}/${project}`;
  const { search, change } = useReviewSearch();
  const [dialog, setDialog] = useState<'help' | 'approveAll' | null>(null);
  const [overlayChoice, setOverlayChoice] = useState<boolean | null>(null);
  const [keysEnabled, setKeysEnabled] = useStoredFlag('svc.keys', true);
  const { toast, say, dismiss } = useToast();
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [peeking, setPeeking] = useState(false);
  const [step, setStep] = useState<{ key: string; region: number }>({ key: '', region: -1 });
  const filters = useRef<HTMLFieldSetElement>(null);
  const viewer = useRef<ViewerHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const client = useQueryClient();

  const query = search.q ?? '';
  const statuses = useMemo(() => statusesOf(search.status), [search.status]);
  const list = useMemo(() => filterResults(diff.results, statuses, query), [diff.results, statuses, query]);
  const rows = useMemo(() => listRows(list, openGroups, search.result), [list, openGroups, search.result]);
  const shown = useMemo(() => rows.map((row) => row.result), [rows]);
  const { result, index } = choose(diff, shown, search.result);
  const alike = rows[index]?.alike ?? [];
  usePreloadedImages(shown, index);

  const wanted = viewOf(search.view);
  const view = peeking ? otherFace(wanted) : wanted;
  const overlay = overlayChoice ?? view === 'difference';
  const region = result && step.key === slotKey(result) ? step.region : -1;
  const decidable = diff.status === 'completed';

  const decisions = useDecisions(slug, diff.id, {
    onRefused: (message) => say(message, { tone: 'danger' }),
  });
  const reDiff = useMutation({
    mutationFn: () => api.reDiff(slug, diff.id),
    onSuccess: () => client.invalidateQueries({ queryKey: reviewQuery(slug, diff.id).queryKey }),
    onError: (error) => say(error.message, { tone: 'danger' }),
  });
  const { data: capture } = useQuery({
    ...captureQuery(slug, diff.headCaptureId),
    enabled: diff.status === 'processing',
  });

  const select = (target: ReviewItem | undefined) => target && change({ result: slotKey(target) });
  const decide = (to: 'approved' | 'rejected') => {
    if (!result || !decidable || !isReviewable(result) || result.approvalStatus === to) return;
    const isThis = ({ name }: ReviewItem) => name === result.name;
    // A closed group shows one after the other of what it holds.
    const next =
      alike.find((other) => isPending(other) && !isThis(other)) ?? shown[nextPending(shown, index, isThis)];
    decisions.decide({ to, about: { names: [result.name] } });
    const done = `${to === 'approved' ? 'Approved' : 'Rejected'} ${displayName(result).title}`;
    say(next ? done : `${done}. Nothing in the list is pending.`, { undoable: true });
    select(next ?? result);
  };
  const revoke = () => {
    if (
      !result ||
      !decidable ||
      decisions.decide({ to: 'pending', about: { names: [result.name] } }).length === 0
    )
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
  const askForAll = () => decidable && diff.counts.pending > 0 && setDialog('approveAll');
  const approveAll = () => {
    setDialog(null);
    const decided = decisions.decide({ to: 'approved', about: null });
    say(`Approved ${decided.length} ${decided.length === 1 ? 'snapshot' : 'snapshots'}`, { undoable: true });
  };

  /** Decides the selection, or else the group, without other viewports of the same names. */
  const decideMany = (to: 'approved' | 'rejected'): boolean => {
    const many = marked.size > 0 ? diff.results.filter((one) => marked.has(slotKey(one))) : alike;
    if (marked.size === 0 && many.length < 2) return false;
    if (!decidable) return true;
    const slots = many.filter((one) => isReviewable(one) && one.approvalStatus !== to);
    setMarked(new Set());
    if (slots.length === 0) return true;
    const decidedKeys = new Set(slots.map(slotKey));
    const next = shown[nextPending(shown, index, (one) => decidedKeys.has(slotKey(one)))];
    decisions.decide({ to, about: { slots } });
    const verb = to === 'approved' ? 'Approved' : 'Rejected';
    say(`${verb} ${slots.length} ${slots.length === 1 ? 'snapshot' : 'snapshots'}`, { undoable: true });
    select(next ?? result);
    return true;
  };
  const toggleGroup = (group: string | null | undefined) => {
    if (!group) return;
    setOpenGroups((open) => (open.has(group) ? without(open, group) : new Set([...open, group])));
  };

  const review: ReviewControls = {
    step: (by) => select(shown[index < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, index + by))]),
    nextPending: () => select(shown[nextPending(shown, index)]),
    approve: () => decide('approved'),
    reject: () => decide('rejected'),
    undo,
    approveMany: () => {
      if (!decideMany('approved')) askForAll();
    },
    rejectMany: () => void decideMany('rejected'),
    toggleSelected: () => {
      if (!result || !isReviewable(result)) return;
      const keys = (rows[index]?.place === 'closed' ? alike : [result]).map(slotKey);
      const isMarked = marked.has(slotKey(result));
      setMarked(
        isMarked ? new Set([...marked].filter((key) => !keys.includes(key))) : new Set([...marked, ...keys]),
      );
    },
    toggleGroup: () => toggleGroup(alike.length > 1 ? result?.fingerprint : null),
    stepRegion: (by) => {
      const regions = result?.regions ?? [];
      if (!result || regions.length === 0) return;
      const next =
        region < 0 ? (by === 1 ? 0 : regions.length - 1) : (region + by + regions.length) % regions.length;
      setStep({ key: slotKey(result), region: next });
      const box = regions[next];
      if (box) viewer.current?.show(box);
    },
    peek: setPeeking,
    filters: () => filters.current?.querySelector('button')?.focus(),
    show: (next) => {
      setOverlayChoice(null);
      change({ view: next === 'side' ? undefined : next });
    },
    toggleFace: () => review.show(wanted === 'current' ? 'baseline' : 'current'),
    toggleOverlay: () => setOverlayChoice(!overlay),
    zoom: (factor) => viewer.current?.zoom(factor),
    fit: () => viewer.current?.fit(),
    actualSize: () => viewer.current?.actualSize(),
    search: () => searchBox.current?.focus(),
    help: () => setDialog('help'),
    back: () => {
      if (toast) dismiss();
      else if (marked.size > 0) setMarked(new Set());
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
      <ReviewHeader org={org} project={project} diff={diff} review={review} onApproveAll={askForAll} />
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
            filters={filters}
            onStatuses={(chosen) => change({ status: statusText(chosen) })}
            onQuery={(text) => change({ q: text || undefined })}
          />
          {marked.size > 0 && (
            <SelectionBar count={marked.size} review={review} onClear={() => setMarked(new Set())} />
          )}
          {list.length > 0 ? (
            <ResultList
              rows={rows}
              selected={index}
              marked={marked}
              onToggleGroup={(target) => toggleGroup(rows[target]?.result.fingerprint)}
              onSelect={(target) => {
                const chosen = shown[target];
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
              count={rows.length}
              alike={alike.length}
              region={region}
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

/** What holding Space shows: the other of current and baseline. */
const otherFace = (view: View): View => (view === 'baseline' ? 'current' : 'baseline');

const without = (set: ReadonlySet<string>, value: string) => new Set([...set].filter((one) => one !== value));

const pendingIn = (list: readonly ReviewItem[]) => list.filter(isPending).length;

/** The result of the URL, even when the filter hides it (index -1); without one, the first pending of the list. */
function choose(diff: ReviewDiff, list: readonly ReviewItem[], key: string | undefined) {
  const wanted = key === undefined ? undefined : diff.results.find((result) => slotKey(result) === key);
  const result = wanted ?? list.find(isPending) ?? list[0];
  return { result, index: result ? list.indexOf(result) : -1 };
}
