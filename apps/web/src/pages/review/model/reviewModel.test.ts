import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '../../../client/presentReview.js';
import { anyResults } from '../../../testing/anyResults.js';
import { exampleDiff, exampleResult } from '../../../testing/exampleReview.js';
import { slotKey } from '../../../words/slotKey.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import { affectedBy, applyDecision, isPending, type MadeDecision } from '../decisions/applyDecision.js';
import { isReviewable } from '../list/filterResults.js';
import { type ReviewModel, reviewModel } from './reviewModel.js';

const of = (...names: string[]) => names.map((name) => exampleResult({ name }));
const model = (results: ReviewItem[], search: ReviewSearch = {}, decisions: ReviewModel['decisions'] = []) =>
  reviewModel(exampleDiff(results), search, decisions);
const chosen = ({ selected }: ReviewModel) => selected?.result.name;
const named = (result: ReviewItem | undefined) => result && slotKey(result);

/** Every result in a slot of its own. */
const anySlots = anyResults.map((results) =>
  results.map((result, index) => ({ ...result, viewport: { width: index + 1, height: 1 } })),
);
const anySearch: fc.Arbitrary<ReviewSearch> = fc.record(
  {
    status: fc.constantFrom('changed', 'new,unchanged', 'none', 'changed,new,removed,unchanged,skipped'),
    q: fc.constantFrom('a', 'form', 'nothing like it'),
    list: fc.constant('tree'),
    closed: fc.constant('Forms'),
  },
  { requiredKeys: [] },
);
/** The page after what the plan says has happened to the address and the results. */
function follow(before: ReviewModel, plan: ReturnType<ReviewModel['controls']['approve']>): ReviewModel {
  const { diff, search, decisions } = before;
  if (!plan) return before;
  const { decision } = plan;
  return reviewModel(
    decision ? applyDecision(diff, decision) : diff,
    { ...search, ...plan.search },
    decision ? [...decisions, { to: decision.to, before: affectedBy(diff, decision) }] : decisions,
  );
}

const regionAt = (x: number) => ({
  ...{ x, y: 0, width: 1, height: 1 },
  ...{ kind: null, severity: null, base: null },
});

describe('the selected result', () => {
  it('is that of the address, even when the filters hide it', () => {
    const hidden = model(of('a', 'b'), { result: 'b', q: 'a' });
    expect([chosen(hidden), hidden.selected?.index]).toEqual(['b', -1]);
    expect(chosen(model(of('a', 'b'), { result: 'no such result' }))).toBe('a');
  });

  it('is the first pending one of the list without an address, and none of an empty list', () => {
    fc.assert(
      fc.property(anySlots, anySearch, (results, search) => {
        const { list, selected } = model(results, search);
        expect(selected?.result).toBe(list.shown.find(isPending) ?? list.shown[0]);
      }),
    );
  });

  it('is that of the opening, whatever else is not there yet', () => {
    fc.assert(
      fc.property(anySlots, fc.nat({ max: 30 }), (results, place) => {
        const inOrder = ['changed', 'new', 'removed'].flatMap((status) =>
          results.filter((result) => result.status === status),
        );
        const [pending, decided] = [inOrder.filter(isPending), inOrder.filter((one) => !isPending(one))];
        const first = new Set([...pending, ...decided].slice(0, 3));
        const asked = results[place];
        const opening = results.filter((result) => first.has(result) || result === asked);
        const part = (search: ReviewSearch) =>
          reviewModel(exampleDiff(opening, { isWhole: false }), search, []);
        if (inOrder.length > 0) expect(chosen(part({}))).toBe(chosen(model(results)));
        if (!asked) return;
        const { selected } = part({ result: slotKey(asked) });
        expect(selected).toMatchObject({ result: asked, among: null, card: [] });
      }),
    );
  });

  it('is counted among results, whether they are in folders or not', () => {
    const results = of('A/one', 'A/two', 'B/three');
    for (const list of [undefined, 'tree']) {
      const { selected } = model(results, { result: 'B/three', ...(list ? { list } : {}) });
      expect(selected?.among).toEqual({ position: 3, count: 3 });
    }
  });

  it('knows its other viewports, and the region that was stepped to', () => {
    const region = regionAt(1);
    const results = [
      exampleResult({ name: 'a', viewport: { width: 1, height: 1 }, regions: [region, region] }),
      exampleResult({ name: 'a', viewport: { width: 2, height: 1 } }),
    ];
    expect(model(results, { region: '2' }).selected).toMatchObject({ variants: results, region: 1 });
    expect(model(results, { region: '99' }).selected).toMatchObject({ region: 1 });
    expect(model(results, { region: 'rubbish' }).selected).toMatchObject({ region: -1 });
  });
});

describe('stepping', () => {
  it('goes through every row that is a result, there and back', () => {
    fc.assert(
      fc.property(anySlots, anySearch, (results, search) => {
        const start = model(results, search);
        const lines = start.rows.flatMap((row) => (row.kind === 'result' ? [named(row.result)] : []));
        const [first = ''] = lines;
        let at = model(results, { ...search, result: first });
        const seen = lines.length > 0 ? [first] : [];
        for (let plan = at.controls.step(1); lines.length > 0 && plan; plan = at.controls.step(1)) {
          at = follow(at, plan);
          seen.push(named(at.selected?.result) ?? '');
        }
        expect(seen).toEqual(lines);
        for (let plan = at.controls.step(-1); seen.length > 0 && plan; plan = at.controls.step(-1)) {
          at = follow(at, plan);
        }
        expect(lines.length === 0 || named(at.selected?.result) === first).toBe(true);
      }),
    );
  });

  it('goes ten rows, or to an end of the list, as far as there is one', () => {
    const names = Array.from({ length: 25 }, (_, place) => `snapshot ${place}`);
    const stepped = (from: string, by: number) =>
      model(of(...names), { result: from }).controls.step(by)?.search?.result;
    expect(stepped('snapshot 3', 10)).toBe('snapshot 13');
    expect(stepped('snapshot 20', 10)).toBe('snapshot 24');
    expect(stepped('snapshot 3', -10)).toBe('snapshot 0');
    expect(stepped('snapshot 3', Number.POSITIVE_INFINITY)).toBe('snapshot 24');
    expect(stepped('snapshot 3', Number.NEGATIVE_INFINITY)).toBe('snapshot 0');
    expect(stepped('snapshot 24', 10)).toBeUndefined();
  });

  it('starts at an end of the list from a result that it does not show', () => {
    const { controls } = model(of('a', 'b', 'c'), { result: 'c', q: 'a' });
    expect(controls.step(1)?.search?.result).toBe('a');
    expect(controls.step(-1)?.search?.result).toBe('a');
  });

  it('leads back to the list on the first choice only', () => {
    expect(model(of('a', 'b')).controls.choose(1)).toMatchObject({ search: { result: 'b' }, push: true });
    expect(model(of('a', 'b'), { result: 'a' }).controls.choose(1)).toMatchObject({ push: false });
    expect(model(of('a')).controls.choose(7)).toBeNull();
  });

  it('goes round the regions, and forgets them with the result', () => {
    const boxes = [1, 2, 3].map(regionAt);
    const results = [exampleResult({ name: 'a', regions: boxes }), exampleResult({ name: 'b' })];
    const at = (region?: string) => model(results, { result: 'a', ...(region ? { region } : {}) }).controls;
    expect(at().stepRegion(1)).toEqual({ search: { region: '1' }, showRegion: 0 });
    expect(at().stepRegion(-1)).toEqual({ search: { region: '3' }, showRegion: 2 });
    expect(at('3').stepRegion(1)).toEqual({ search: { region: '1' }, showRegion: 0 });
    expect(at().chooseRegion(1)).toEqual({ search: { region: '2' }, showRegion: 1 });
    expect(at('2').step(1)?.search).toEqual({ result: 'b', region: undefined });
    expect(model(results, { result: 'b' }).controls.stepRegion(1)).toBeNull();
  });
});

describe('a decision', () => {
  it('moves to another pending result of the list as long as there is one', () => {
    fc.assert(
      fc.property(anySlots, anySearch, fc.constantFrom('approve', 'reject'), (results, search, verb) => {
        const before = model(results, search);
        const plan = before.controls[verb]();
        const { selected } = before;
        if (!selected || !plan) return;
        const after = follow(before, plan);
        const rest = after.rows.filter((row) => row.kind === 'result' && isPending(row.result));
        expect(affectedBy(before.diff, plan.decision ?? fail())).toEqual([selected.result]);
        expect(after.selected && isPending(after.selected.result)).toBe(rest.length > 0);
        if (rest.length === 0) expect(plan.say?.message).toMatch(/Nothing in the list is pending/);
      }),
    );
  });

  it('of all that is pending in turn ends with nothing pending, each in one press', () => {
    fc.assert(
      fc.property(anySlots, (results) => {
        let at = model(results);
        const presses = results.filter(isPending).length;
        for (let press = 0; press < presses; press++) at = follow(at, at.controls.approve());
        expect(at.diff.counts.pending).toBe(0);
      }),
    );
  });

  it('of a closed group shows one after the other of what it holds', () => {
    const results = ['a', 'b', 'c'].map((name) => exampleResult({ name, fingerprint: 'same' }));
    const first = model([...results, exampleResult({ name: 'd' })]);
    const second = follow(first, first.controls.approve());
    expect([chosen(first), chosen(second), second.selected?.index]).toEqual(['a', 'b', 0]);
  });

  it('is offered only where it can be made and would change something', () => {
    const offered = (results: ReviewItem[], fields = {}) => {
      const { controls } = reviewModel(exampleDiff(results, fields), {}, []);
      const names = [
        'approve',
        'reject',
        'revoke',
        'undo',
        'approveMany',
        'rejectMany',
        'approveAll',
      ] as const;
      return names.filter((name) => {
        const plan = controls[name]();
        return plan?.decision ?? plan?.takeBack ?? plan?.ask;
      });
    };
    const approved = exampleResult({ approvalStatus: 'approved' });
    expect(offered([exampleResult()])).toEqual(['approve', 'reject', 'approveMany', 'approveAll']);
    expect(offered([approved])).toEqual(['reject', 'revoke', 'undo']);
    expect(offered([exampleResult({ status: 'unchanged', approvalStatus: 'approved' })])).toEqual([]);
    expect(offered([])).toEqual([]);
    for (const status of ['processing', 'failed']) {
      expect(offered([exampleResult(), approved], { status })).toEqual([]);
    }
    expect(offered([exampleResult(), approved], { newerBuild: { diffId: 'dif_2', commit: null } })).toEqual(
      [],
    );
  });

  it('names the component beside the snapshot, which may be called like many others', () => {
    const { controls } = model(of('Forms/Button/Primary', 'Forms/Card/Primary'));
    expect(controls.approve()?.say?.message).toBe('Approved Button / Primary');
    const rejected = exampleResult({
      name: 'Primary',
      path: ['Forms', 'Card', 'Primary'],
      approvalStatus: 'rejected',
    });
    expect(model([rejected]).controls.note()?.askNote?.what).toBe('Card / Primary');
  });

  it('says why it cannot be made', () => {
    const said = (fields: object, mayReview = true) =>
      reviewModel(exampleDiff(of('a'), fields), {}, [], undefined, { mayReview }).controls.approve();
    expect(said({ status: 'processing' })).toMatchObject({
      say: { message: expect.stringContaining('still running') },
    });
    expect(said({ status: 'failed' })).toMatchObject({
      say: { message: expect.stringContaining('failed') },
    });
    expect(said({ newerBuild: { diffId: 'dif_2', commit: null } })).toMatchObject({
      say: { message: expect.stringContaining('newer build') },
    });
    expect(said({}, false)).toMatchObject({ say: { message: expect.stringContaining('role') } });
  });

  it('is about all variants of a name only with the key for that', () => {
    const at = (width: number, fields: Partial<ReviewItem> = {}) =>
      exampleResult({ name: 'a', viewport: { width, height: 1 }, ...fields });
    const results = [at(1), at(2), at(3, { approvalStatus: 'rejected' }), exampleResult({ name: 'b' })];
    const start = model(results);
    expect(start.controls.approve()?.decision).toEqual({ to: 'approved', about: { slots: [results[0]] } });
    const plan = start.controls.approveVariants();
    expect(plan).toMatchObject({
      decision: { to: 'approved', about: { slots: results.slice(0, 3) } },
      say: { message: 'Approved 3 variants of a', undoable: true },
      search: { result: 'b' },
    });
    expect(follow(start, plan).controls.approveVariants()).toBeNull();
    expect(start.controls.rejectVariants()?.decision?.about?.slots).toEqual(results.slice(0, 2));
  });

  it('is taken back, the newest first; without one, what is decided about the result', () => {
    const results = of('a', 'b', 'c');
    const one = follow(model(results), model(results).controls.approve());
    const two = follow(one, one.controls.reject());
    const plan = two.controls.undo();
    expect(plan?.takeBack?.before.map(({ name, approvalStatus }) => [name, approvalStatus])).toEqual([
      ['b', 'pending'],
    ]);
    expect(plan).toMatchObject({ say: { message: 'Revoked b' }, search: { result: 'b' } });
    const decided = model([exampleResult({ approvalStatus: 'rejected' })]);
    expect(decided.controls.undo()?.decision).toEqual({
      to: 'pending',
      about: { slots: decided.diff.results },
    });
  });

  it('is not taken back where somebody else has decided since, however often that is asked', () => {
    const rejected = (name: string) => exampleResult({ name, approvalStatus: 'rejected' });
    const [a, b] = [rejected('a'), rejected('b')];
    const made = (result: ReviewItem): MadeDecision => ({
      to: 'approved',
      before: [{ ...result, approvalStatus: 'pending' }],
    });
    const say = { message: 'Nothing to undo: somebody else made this decision' };
    const undoOf = (decisions: MadeDecision[]) => model([a, b], {}, decisions).controls.undo();
    const [older, newer] = [made(a), made(b)];
    expect(undoOf([older, newer])).toEqual({ takeBack: newer, say });
    expect(undoOf([older])).toEqual({ say });
  });

  it('is taken back by the one who made it, and not by another of the same name', () => {
    const made: MadeDecision = { to: 'approved', before: [exampleResult({ name: 'a' })] };
    const undone = (mine: boolean) => {
      const now = exampleResult({ name: 'a', approvalStatus: 'approved', decidedBy: 'user:Ada', mine });
      return model([now], {}, [made]).controls.undo()?.say?.message;
    };
    expect(undone(true)).toBe('Revoked a');
    expect(undone(false)).toBe('Nothing to undo: somebody else made this decision');
  });
});

describe('many at once', () => {
  const group = ['a', 'b', 'c'].map((name) => exampleResult({ name, fingerprint: 'same' }));
  const all = [...group, ...of('d', 'e')];
  const slotsOf = (plan: ReturnType<ReviewModel['controls']['approveMany']>) =>
    plan?.decision?.about?.slots.map(({ name }) => name) ?? null;

  it('are the marked ones, else the group, else all after a question', () => {
    const marked = (at: ReviewModel) => follow(at, at.controls.toggleSelected());
    const one = marked(model(all, { result: 'd' }));
    expect(slotsOf(one.controls.approveMany())).toEqual(['d']);
    expect(slotsOf(model(all).controls.approveMany())).toEqual(['a', 'b', 'c']);
    expect(model(all, { result: 'd' }).controls.approveMany()).toEqual({ ask: 'approveAll' });
    expect(model(all, { result: 'd' }).controls.rejectMany()).toBeNull();
  });

  it('are marked by a closed group as a whole, and let go of by the same key', () => {
    const start = model(all);
    const marked = follow(start, start.controls.toggleSelected());
    expect(marked.marked).toEqual(new Set(['a', 'b', 'c']));
    expect(follow(marked, marked.controls.toggleSelected()).marked).toEqual(new Set());
    expect(marked.controls.clearSelection()).toEqual({ search: { selected: undefined } });
  });

  it('are decided slot by slot, no longer marked, and followed by what is pending', () => {
    fc.assert(
      fc.property(anySlots, fc.array(fc.nat(29), { maxLength: 5 }), (results, places) => {
        let at = model(results);
        for (const place of new Set(places)) {
          const result = results[place];
          if (!result) continue;
          at = model(results, { ...at.search, result: slotKey(result) });
          at = follow(at, at.controls.toggleSelected());
        }
        const marked = results.filter((result) => at.marked.has(slotKey(result)));
        expect(marked.every(isReviewable)).toBe(true);
        if (marked.length === 0) return;
        const after = follow(at, at.controls.rejectMany());
        expect(after.marked.size).toBe(0);
        for (const result of after.diff.results) {
          const was = results.find((one) => slotKey(one) === slotKey(result));
          expect(result.approvalStatus).toBe(
            marked.includes(was ?? fail()) ? 'rejected' : was?.approvalStatus,
          );
        }
      }),
    );
  });

  it('all say how many they were', () => {
    const results = [...of('a', 'b'), exampleResult({ name: 'c', approvalStatus: 'rejected' })];
    expect(model(results).controls.confirmApproveAll()?.say?.message).toBe('Approved 2 snapshots');
    expect(follow(model(results), model(results).controls.confirmApproveAll()).diff.counts).toMatchObject({
      approved: 2,
      rejected: 1,
    });
  });
});

describe('Back', () => {
  it('lets go of one thing at a time: the selection, the result of a narrow screen, the search; then nothing', () => {
    const start = model(of('a', 'b'), { q: 'a', result: 'a' });
    const marked = follow(start, start.controls.toggleSelected());
    expect(marked.controls.back(true)).toEqual({ search: { selected: undefined } });
    expect(start.controls.back(true)).toEqual({ search: { result: undefined } });
    expect(start.controls.back(false)).toEqual({ search: { q: undefined } });
    expect(model(of('a'), { result: 'a' }).controls.back(false)).toEqual({});
  });
});

describe('the list', () => {
  it('opens groups, closes folders and continues behind them', () => {
    const results = [...of('A/one', 'A/two', 'B/three')];
    const tree = model(results, { list: 'tree' });
    const closed = follow(tree, tree.controls.toggleFolder());
    expect([closed.search.closed, chosen(closed)]).toEqual(['A', 'B/three']);
    expect(follow(closed, closed.controls.toggleRow(0)).search.closed).toBeUndefined();
    expect(tree.controls.toggleGroup()).toBeNull();
    const same = model(['a', 'b'].map((name) => exampleResult({ name, fingerprint: 'same' })));
    const open = follow(same, same.controls.toggleGroup());
    expect([same.rows.length, open.rows.length]).toEqual([1, 2]);
    expect(follow(open, open.controls.toggleRow(0)).rows.length).toBe(1);
    expect(same.controls.toggleRow(5)).toBeNull();
  });

  it('keeps the filters in the address', () => {
    const { controls } = model(of('a'));
    expect(controls.showKinds(['unchanged'])?.search).toEqual({ status: 'unchanged' });
    expect(controls.showAllOf(['changed', 'new', 'removed'])?.search).toEqual({
      status: undefined,
      q: undefined,
    });
    expect(controls.searchFor('')?.search).toEqual({ q: undefined });
    expect(controls.showComponent('Forms/Button')?.search).toEqual({ component: 'Forms/Button' });
    expect(controls.toggleTree()?.search).toEqual({ list: 'tree' });
  });
});

describe('the look', () => {
  it('has the overlay where images are not compared by eye, unless the address says otherwise', () => {
    const overlaid = (view: string) => model(of('a'), { view }).look.overlay;
    expect(['side', 'current', 'difference'].map(overlaid)).toEqual([true, true, true]);
    expect(['swipe', 'onion', 'blink'].map(overlaid)).toEqual([false, false, false]);
    expect(model(of('a'), { view: 'difference', overlay: 'off' }).look.overlay).toBe(false);
    expect(model(of('a'), { view: 'no such view', mix: '25' }).look).toEqual({
      view: 'side',
      overlay: true,
      isLevel: true,
      mix: 0.25,
    });
    expect(model(of('a'), { view: 'current' }).controls.toggleFace()).toEqual({
      prefer: 'baseline',
      search: { view: 'baseline', overlay: undefined },
    });
    expect(model(of('a'), { view: 'difference' }).controls.toggleOverlay()?.search).toEqual({
      overlay: 'off',
    });
  });

  it('draws rows level that shifted, until it is told not to', () => {
    const shifted = [
      exampleResult({ name: 'a', rowChanges: [{ kind: 'inserted', y: 3, baseY: 3, height: 2 }] }),
    ];
    expect(model(shifted, {}).controls.toggleLevel()?.search).toEqual({ rows: 'in-place' });
    expect(model(shifted, { rows: 'in-place' }).look.isLevel).toBe(false);
    expect(model(shifted, { rows: 'in-place' }).controls.toggleLevel()?.search).toEqual({ rows: undefined });
    expect(model(of('a'), {}).controls.toggleLevel()).toBeNull();
  });
});

function fail(): never {
  throw new Error('there is none');
}
