import type { Entry } from '../../domain/baselines/Entry.js';
import type { Line, Lines } from '../../domain/baselines/resolveBase.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import {
  type Log,
  listAccepted,
  listCovered,
  listOwnObservations,
  listUncovered,
} from '../../store/baselines/lines.js';
import type { Database } from '../../store/database.js';
import { findSeenBuild } from './findSeenBuild.js';
import type { HeadView } from './HeadView.js';

/** The lines of a slot. */
export interface SlotLines extends Lines {
  slot: Slot;
}

interface LineLogs {
  branch: string;
  logs: Log[];
}

/** Whether an entry of a log was made while its branch had that name (R42). */
export const isPart = (entry: Pick<Entry, 'id'>, { until, since }: Log): boolean =>
  (until === null || entry.id <= until) && (since === null || entry.id > since);

/**
 * What the branches that a head is compared with have, by slot (R7). What it costs grows with the slots, and with what the
 * branches approved since the head was cut off, not with their history.
 * @param slots only these; all that any of the branches has, without
 */
export async function findLines(
  database: Database,
  view: HeadView,
  slots?: readonly Slot[],
): Promise<Map<string, SlotLines>> {
  const { branch, target, defaultBranch } = view;
  const named = {
    own: branch === null ? null : logsOf(view, branch),
    target: target === null ? null : logsOf(view, target),
    fallback: target === null || target === defaultBranch ? null : logsOf(view, defaultBranch),
  };
  const own = new Map(
    view.exceptDiff === null || !view.wasSettled
      ? []
      : (await listOwnObservations(database, view.exceptDiff, slots)).map(({ id, commit }) => [id, commit]),
  );
  const entries = await listEntries(database, view, named, own, slots);
  const readings = {
    own: null,
    target: named.target && (await readBuild(database, view, named.target, slots)),
    fallback: named.fallback && (await readBuild(database, view, named.fallback, slots)),
  };
  const found = new Map<string, SlotLines>();
  const linesOf = (slot: Slot): SlotLines => {
    const key = slotKey(slot);
    const known = found.get(key);
    if (known) return known;
    const lineOf = (which: Which): Line | null => {
      const line = named[which];
      return (
        line && { branch: line.branch, entries: [], accepted: readings[which]?.accepted.get(key) ?? null }
      );
    };
    const lines = {
      slot: slotOf(slot),
      own: lineOf('own'),
      target: lineOf('target'),
      fallback: lineOf('fallback'),
    };
    found.set(key, lines);
    return lines;
  };
  for (const [which, entry] of entries) {
    const lines = linesOf(entry);
    const line = lines[which];
    if (!line) throw new Error(`an entry is of the ${which} line, which was not asked for`);
    // What the build had seen, it has accepted something newer for.
    if (line.accepted === null || !readings[which]?.hadSeen(entry)) line.entries.push(entry);
  }
  for (const reading of [readings.target, readings.fallback])
    for (const entry of reading?.accepted.values() ?? []) linesOf(entry);
  return found;
}

type Which = 'own' | 'target' | 'fallback';

/** What a line's newest seen build accepted, and what it had seen to accept it. */
interface Reading {
  accepted: ReadonlyMap<string, Entry>;
  hadSeen: (entry: Entry) => boolean;
}

/** The logs of a branch; a local run has private ones beside the shared ones (R19). */
export function logsOf({ namespace, defaultBranch, former }: HeadView, branch: string): LineLogs {
  const before = former.find(({ name }) => name === branch && name !== defaultBranch);
  const names = [
    { branch, until: null, since: before?.until ?? null },
    ...(branch === defaultBranch
      ? former
          .filter(({ name }) => name !== branch)
          .map(({ name, until }) => ({ branch: name, until, since: null }))
      : []),
  ];
  const namespaces = [...new Set(['', namespace])];
  return {
    branch,
    logs: namespaces.flatMap((space) => names.map((name) => ({ ...name, namespace: space }))),
  };
}

async function readBuild(
  database: Database,
  view: HeadView,
  { logs }: LineLogs,
  slots: readonly Slot[] | undefined,
): Promise<Reading | null> {
  const build = await findSeenBuild(
    database,
    view,
    logs.filter(({ namespace }) => namespace === ''),
  );
  if (!build) return null;
  const branches = logs.map(({ branch }) => branch);
  const accepted = new Map<string, Entry>();
  for (const entry of await listAccepted(database, build, branches, slots)) {
    const known = accepted.get(slotKey(entry));
    if (!known || known.id < entry.id) accepted.set(slotKey(entry), entry);
  }
  const { graph } = view;
  const sees = (commit: string) => commit === build.checkout || graph.isBefore(commit, build.checkout);
  return {
    accepted,
    hadSeen: (entry) => entry.id <= build.mark && entry.places.some(sees),
  };
}

/** The entries of the lines that no other one covers, and what these cover as far as the head has not seen them. */
async function listEntries(
  database: Database,
  { suiteId, sight, exceptDiff }: HeadView,
  named: Record<Which, LineLogs | null>,
  own: ReadonlyMap<number, string>,
  slots: readonly Slot[] | undefined,
): Promise<[Which, Entry][]> {
  const logs = (['own', 'target', 'fallback'] as const).flatMap((which) =>
    (named[which]?.logs ?? []).map((log) => ({ ...log, which })),
  );
  const logOf = (place: number) => {
    const log = logs[place];
    if (!log) throw new Error('an entry is of a log that was not asked for');
    return log;
  };
  const isMeant = (entry: Entry, log: Log) =>
    isPart(entry, log) && (exceptDiff === null || entry.diffId !== exceptDiff);
  const isSeen = (entry: Entry) => entry.places.some(sight.sees);
  const found: [Which, Entry][] = [];
  const withoutOwn = (entry: Entry): Entry => ({
    ...entry,
    places: entry.places.filter((place) => place === entry.commit || place !== own.get(entry.id)),
  });
  let level = (await listUncovered(database, suiteId, logs, slots)).map((entry) => ({
    entry: withoutOwn(entry),
    log: logOf(entry.log),
  }));
  while (level.length > 0) {
    for (const { entry, log } of level) if (isMeant(entry, log)) found.push([log.which, entry]);
    const open = new Map(
      level
        .filter(({ entry, log }) => !isMeant(entry, log) || !(sight.isBlind || isSeen(entry)))
        .map(({ entry, log }) => [entry.id, log]),
    );
    if (open.size === 0) break;
    level = (await listCovered(database, [...open.keys()])).map((entry) => {
      const by = open.get(entry.coveredBy);
      const log = logs.find(
        (one) => one.which === by?.which && one.namespace === by.namespace && one.branch === entry.branch,
      );
      if (!log) throw new Error(`entry ${entry.id} is covered by one that was not asked for`);
      return { entry: withoutOwn(entry), log };
    });
  }
  return found;
}
