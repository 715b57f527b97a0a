import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../client/api.js';
import type { ReviewDiff, ReviewItem } from '../../client/presentReview.js';
import { captureQuery, reviewQuery } from '../../client/queries.js';
import type { ViewerHandle } from '../../viewer/Viewer.js';
import { type View, viewOf } from '../../viewer/views.js';
import type { ReviewControls } from './actions/actions.js';
import { HelpDialog } from './actions/HelpDialog.js';
import { useShortcuts } from './actions/useShortcuts.js';
import { keysText, readKeys } from './address/keysText.js';
import { readSelection, selectionText } from './address/selectionText.js';
import { useReviewSearch } from './address/useReviewSearch.js';
import { Banners } from './Banners.js';
import { ApproveAllDialog } from './decisions/ApproveAllDialog.js';
import { isPending } from './decisions/applyDecision.js';
import { SelectionBar } from './decisions/SelectionBar.js';
import { slotKey } from './decisions/slotKey.js';
import { useDecisions } from './decisions/useDecisions.js';
import { filterResults, isReviewable, statusesOf, statusText } from './list/filterResults.js';
import { ListHead } from './list/ListHead.js';
import { type ListRow, listRows, placesOf, showChosen } from './list/listRows.js';
import { neighbor, nextPending } from './list/nextPending.js';
import { ResultList } from './list/ResultList.js';
import { foldersOf, treeRows } from './list/treeRows.js';
import { usePreloadedImages } from './list/usePreloadedImages.js';
import { NothingToShow } from './NothingToShow.js';
import { ReviewHeader } from './ReviewHeader.js';
import { displayName } from './result/displayName.js';
import { ResultPanel } from './result/ResultPanel.js';
import { ToastBar } from './ToastBar.js';
import { useSteadyControls } from './useSteadyControls.js';
import { useStoredFlag } from './useStoredFlag.js';
import { useStoredText } from './useStoredText.js';
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
  const [keysEnabled, setKeysEnabled] = useStoredFlag('svc.keys', true);
  const [preferredView, setPreferredView] = useStoredText('svc.view', 'side');
  const { toast, say, dismiss } = useToast();
  const [peeking, setPeeking] = useState(false);
  const filters = useRef<HTMLFieldSetElement>(null);
  const viewer = useRef<ViewerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const client = useQueryClient();

  // A link shows a colleague the same view, also when it is only what this browser likes best.
  useEffect(() => {
    if (search.view === undefined && preferredView !== 'side') change({ view: preferredView });
  }, [search.view, preferredView, change]);

  const query = search.q ?? '';
  const isTree = search.list === 'tree';
  const statuses = useMemo(() => statusesOf(search.status), [search.status]);
  const openGroups = useMemo(() => readKeys(search.open), [search.open]);
  const closedFolders = useMemo(() => readKeys(search.closed), [search.closed]);
  const marked = useMemo(() => readSelection(diff.results, search.selected), [diff.results, search.selected]);
  const setMarked = (keys: ReadonlySet<string>) =>
    change({ selected: selectionText(diff.results, keys) || undefined });
  const bySlot = useMemo(
    () => new Map(diff.results.map((result) => [slotKey(result), result])),
    [diff.results],
  );
  const list = useMemo(
    () => filterResults(diff.results, statuses, query, isTree),
    [diff.results, statuses, query, isTree],
  );
  const allRows = useMemo(
    () => (isTree ? treeRows(list, closedFolders) : listRows(list, openGroups)),
    [list, isTree, closedFolders, openGroups],
  );
  const viewports = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { name } of diff.results) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }, [diff.results]);
  const places = useMemo(() => placesOf(allRows), [allRows]);

  // The result of the URL, even when filters hide it; without one, the first pending of the list.
  const first = useMemo(() => list.find(isPending) ?? list[0], [list]);
  const result = (search.result === undefined ? undefined : bySlot.get(search.result)) ?? first;
  const index = result ? (places.get(result) ?? -1) : -1;
  const rows = showChosen(allRows, index, result);
  const row = rows[index];
  const alike = row?.kind === 'result' ? row.alike : noResults;
  const isClosed = row?.kind === 'result' && row.place === 'closed';
  usePreloadedImages(rows, index);

  const wanted = viewOf(search.view ?? preferredView);
  const view = peeking ? otherFace(wanted) : wanted;
  const overlay = search.overlay === undefined ? view === 'difference' : search.overlay === 'on';
  const regions = result?.regions ?? [];
  const region = Math.min(regions.length, Number(search.region ?? 0) || 0) - 1;
  const decidable = diff.status === 'completed';

  const decisions = useDecisions(slug, diff.id, {
    onRefused: (message) => say(message, { tone: 'danger' }),
  });
  const { mutate: reDiff, isPending: reDiffing } = useMutation({
    mutationFn: () => api.reDiff(slug, diff.id),
    onSuccess: () => client.invalidateQueries({ queryKey: reviewQuery(slug, diff.id).queryKey }),
    onError: (error) => say(error.message, { tone: 'danger' }),
  });
  const head = useMemo(
    () => ({ captureId: diff.headCaptureId, commit: diff.commit, branch: diff.branch }),
    [diff.headCaptureId, diff.commit, diff.branch],
  );
  const { data: capture } = useQuery({
    ...captureQuery(slug, diff.headCaptureId),
    enabled: diff.status === 'processing',
  });

  const select = (target: ReviewItem | undefined) =>
    target && change({ result: slotKey(target), ...(target === result ? {} : { region: undefined }) });
  const decide = (to: 'approved' | 'rejected') => {
    if (!result || !decidable || !isReviewable(result) || result.approvalStatus === to) return;
    const isThis = ({ name }: ReviewItem) => name === result.name;
    // A closed group shows one after the other of what it holds.
    const next =
      (isClosed ? alike.find((other) => isPending(other) && !isThis(other)) : undefined) ??
      nextPending(rows, index, isThis);
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
  /** The next key is for the list, wherever the dialog was opened from. */
  const closeDialog = () => {
    setDialog(null);
    setTimeout(() => scroller.current?.focus({ preventScroll: true }));
  };
  const approveAll = () => {
    closeDialog();
    const decided = decisions.decide({ to: 'approved', about: null });
    say(`Approved ${decided.length} ${decided.length === 1 ? 'snapshot' : 'snapshots'}`, { undoable: true });
  };

  /** Decides the selection, or else the group, without other viewports of the same names. */
  const decideMany = (to: 'approved' | 'rejected'): boolean => {
    const many = marked.size > 0 ? diff.results.filter((one) => marked.has(slotKey(one))) : alike;
    if (marked.size === 0 && many.length < 2) return false;
    if (!decidable) return true;
    const slots = many.filter((one) => isReviewable(one) && one.approvalStatus !== to);
    if (marked.size > 0) setMarked(new Set());
    if (slots.length === 0) return true;
    const decidedKeys = new Set(slots.map(slotKey));
    const next = nextPending(rows, index, (one) => decidedKeys.has(slotKey(one)));
    decisions.decide({ to, about: { slots } });
    const verb = to === 'approved' ? 'Approved' : 'Rejected';
    say(`${verb} ${slots.length} ${slots.length === 1 ? 'snapshot' : 'snapshots'}`, { undoable: true });
    select(next ?? result);
    return true;
  };
  const toggleFolder = (folder: string) =>
    change({ closed: keysText(toggled(closedFolders, folder)) || undefined });
  const toggleGroup = (members: readonly ReviewItem[]) => {
    const [head] = members;
    if (head && members.length > 1)
      change({ open: keysText(toggled(openGroups, slotKey(head))) || undefined });
  };

  const review: ReviewControls = {
    step: (by) => select(neighbor(rows, index < 0 && by < 0 ? rows.length : index, by)),
    nextPending: () => select(nextPending(rows, index)),
    approve: () => decide('approved'),
    reject: () => decide('rejected'),
    undo,
    approveMany: () => {
      if (!decideMany('approved')) steady.approveAll();
    },
    rejectMany: () => void decideMany('rejected'),
    approveAll: () => decidable && diff.counts.pending > 0 && setDialog('approveAll'),
    toggleSelected: () => {
      if (!result || !isReviewable(result)) return;
      const keys = (isClosed ? alike : [result]).map(slotKey);
      const isMarked = marked.has(slotKey(result));
      setMarked(
        isMarked ? new Set([...marked].filter((key) => !keys.includes(key))) : new Set([...marked, ...keys]),
      );
    },
    toggleGroup: () => !isTree && toggleGroup(alike),
    toggleTree: () => change({ list: isTree ? undefined : 'tree' }),
    toggleFolder: () => {
      const folder = isTree && result ? foldersOf(rows, result).at(-1) : undefined;
      if (!folder) return;
      toggleFolder(folder);
      // What comes after it is looked at next; a folder that was closed shows the result again.
      const last = rows.findLastIndex(
        (one) => one.kind === 'result' && foldersOf(rows, one.result).includes(folder),
      );
      if (!closedFolders.has(folder)) select(neighbor(rows, last, 1));
    },
    stepRegion: (by) => {
      if (regions.length === 0) return;
      const start = by === 1 ? -1 : 0;
      const next = ((region < 0 ? start : region) + by + regions.length) % regions.length;
      change({ region: String(next + 1) });
      const box = regions[next];
      if (box) viewer.current?.show(box);
    },
    choose: (at) => {
      const chosen = rows[at];
      if (chosen?.kind === 'result') {
        change({ result: slotKey(chosen.result), region: undefined }, search.result === undefined);
      }
    },
    toggleRow: (at) => {
      const chosen = rows[at];
      if (chosen?.kind === 'folder') toggleFolder(chosen.folder);
      else toggleGroup(chosen?.alike ?? []);
    },
    showStatuses: (chosen) => change({ status: statusText(chosen) }),
    searchFor: (text) => change({ q: text || undefined }),
    mix: (share) => change({ mix: String(Math.round(share * 100)) }),
    peek: setPeeking,
    filters: () => filters.current?.querySelector('button')?.focus(),
    show: (next) => {
      setPreferredView(next);
      change({ view: next, overlay: undefined });
    },
    toggleFace: () => steady.show(wanted === 'current' ? 'baseline' : 'current'),
    toggleOverlay: () => change({ overlay: overlay ? 'off' : 'on' }),
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
  const steady = useSteadyControls(review);
  useShortcuts(steady, keysEnabled);

  // On a narrow screen the list and the result take turns; a chosen result is what says whose turn it is.
  const isOpen = search.result !== undefined;
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <ReviewHeader org={org} project={project} diff={diff} isOpen={isOpen} review={steady} />
      <Banners
        diff={diff}
        capture={diff.status === 'processing' ? capture : undefined}
        onReDiff={reDiff}
        reDiffing={reDiffing}
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
            isTree={isTree}
            review={steady}
          />
          {marked.size > 0 && (
            <SelectionBar count={marked.size} review={steady} onClear={() => setMarked(new Set())} />
          )}
          {list.length > 0 ? (
            <ResultList
              scroller={scroller}
              rows={rows}
              isTree={isTree}
              selected={index}
              marked={marked}
              review={steady}
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
              project={slug}
              head={head}
              result={result}
              position={isTree ? countResults(rows, index) + 1 : index + 1}
              count={isTree ? list.length : rows.length}
              alike={alike.length}
              region={region}
              siblings={(viewports.get(result.name) ?? 1) - 1}
              view={view}
              overlay={overlay}
              mix={Number(search.mix ?? 50) / 100}
              enabled={decidable}
              review={steady}
              onRevoke={revoke}
              refetch={refetch}
            />
          ) : (
            <NothingToShow
              diff={diff}
              capture={capture}
              onShow={(shown) => change({ status: statusText(shown), q: undefined })}
              onReDiff={reDiff}
            />
          )}
        </section>
      </main>
      <ToastBar toast={toast} review={steady} dismiss={dismiss} />
      {dialog === 'help' && (
        <HelpDialog keysEnabled={keysEnabled} onKeysEnabled={setKeysEnabled} onClose={closeDialog} />
      )}
      {dialog === 'approveAll' && (
        <ApproveAllDialog
          diff={diff}
          hidden={diff.counts.pending - pendingIn(list)}
          onConfirm={approveAll}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}

/** What holding Space shows: the other of current and baseline. */
const otherFace = (view: View): View => (view === 'baseline' ? 'current' : 'baseline');

const noResults: readonly ReviewItem[] = [];

const toggled = (set: ReadonlySet<string>, value: string): string[] =>
  set.has(value) ? [...set].filter((one) => one !== value) : [...set, value];

const countResults = (rows: readonly ListRow[], end: number): number =>
  rows.slice(0, Math.max(0, end)).filter(({ kind }) => kind === 'result').length;

const pendingIn = (list: readonly ReviewItem[]) => list.filter(isPending).length;
