import type { BlockMove, ColumnChange, RegionKind, RowChange } from '../change.js';

/** What a comparison found; null and absent lists are of services that do not say. */
export interface FoundChange {
  rowChanges?: readonly RowChange[] | null | undefined;
  columnChanges?: readonly ColumnChange[] | null | undefined;
  moves?: readonly BlockMove[] | null | undefined;
  /** The first regions. */
  regions?: readonly { kind?: RegionKind | null | undefined }[] | null | undefined;
  /** All of them, if that is more than are listed. */
  regionCount?: number | undefined;
}

/** Bands and blocks that are told one by one. */
const most = 3;

/**
 * What changed, in parts of a sentence: "20 rows inserted at y = 300", "nothing else changed". Empty where there is nothing to
 * say beyond that pixels changed.
 */
export function changeParts(change: FoundChange): string[] {
  const shifts = shiftsOf(change);
  const listed = change.regions ?? [];
  const count = change.regionCount ?? listed.length;
  if (shifts.length === 0) return kindParts(listed, count);
  const moved = listed.filter(({ kind }) => kind === 'moved').length;
  const others = Math.max(0, count - (change.moves?.length ? moved : shifts.length));
  return [
    ...shifts.slice(0, most).map(({ text }) => text),
    ...restParts(shifts.slice(most)),
    others === 0 ? 'nothing else changed' : `${others} other ${others === 1 ? 'region' : 'regions'}`,
  ];
}

/** One band or block, and what several of its kind are called. */
interface Shift {
  text: string;
  kind: keyof typeof restTexts;
}

const restTexts = {
  rows: { one: 'band of rows', many: 'bands of rows' },
  columns: { one: 'band of columns', many: 'bands of columns' },
  blocks: { one: 'block moved', many: 'blocks moved' },
};

function shiftsOf({ rowChanges, columnChanges, moves }: FoundChange): Shift[] {
  return [
    ...(rowChanges ?? []).map(({ kind, y, baseY, height }) => ({
      kind: 'rows' as const,
      text: bandText(kind, countText(height, 'row'), 'y', { at: y, base: baseY }),
    })),
    ...(columnChanges ?? []).map(({ kind, x, baseX, width }) => ({
      kind: 'columns' as const,
      text: bandText(kind, countText(width, 'column'), 'x', { at: x, base: baseX }),
    })),
    ...(moves ?? []).map(({ from, to }) => ({
      kind: 'blocks' as const,
      text: `${to.width} × ${to.height} block moved from ${placeText(from)} to ${placeText(to)}`,
    })),
  ];
}

/** Those that are not told one by one. */
const restParts = (rest: readonly Shift[]): string[] =>
  (['rows', 'columns', 'blocks'] as const).flatMap((kind) => {
    const { length } = rest.filter((shift) => shift.kind === kind);
    return length === 0 ? [] : `${length} more ${length === 1 ? restTexts[kind].one : restTexts[kind].many}`;
  });

const placeText = ({ x, y }: { x: number; y: number }) => `x = ${x}, y = ${y}`;

function bandText(
  kind: RowChange['kind'],
  lines: string,
  axis: 'x' | 'y',
  { at, base }: { at: number; base: number },
): string {
  if (kind === 'moved') return `${lines} moved from ${axis} = ${base} to ${at}`;
  return `${lines} ${kind} at ${axis} = ${kind === 'inserted' ? at : base}`;
}

const kindTexts: Record<Exclude<RegionKind, 'changed'>, (regions: string) => string> = {
  added: (regions) => `${regions} added`,
  removed: (regions) => `${regions} removed`,
  moved: (regions) => `${regions} moved`,
  recolored: (regions) => `${regions} recolored`,
  text: (regions) => `text changed in ${regions}`,
};

function kindParts(listed: NonNullable<FoundChange['regions']>, count: number): string[] {
  const known = (Object.keys(kindTexts) as (keyof typeof kindTexts)[]).flatMap((kind) => {
    const alike = listed.filter((region) => region.kind === kind).length;
    return alike === 0 ? [] : [{ alike, text: kindTexts[kind](countText(alike, 'region')) }];
  });
  if (known.length === 0) return [];
  const others = count - known.reduce((sum, { alike }) => sum + alike, 0);
  return [
    ...known.map(({ text }) => text),
    ...(others > 0 ? [`${others} other ${others === 1 ? 'region' : 'regions'}`] : []),
  ];
}

const countText = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
