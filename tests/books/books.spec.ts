import type { Snapshot, SnapshotDetails } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../chaos/Random.js';
import { makeDataDir, removeDataDir, type Server, startServer } from '../service/startServer.js';
import { type Book, captureBook, listDisabled, type Round, readImage } from './captureBook.js';
import { formatRows, type Row } from './formatRows.js';
import { isBlank } from './isBlank.js';
import { type BookIndex, listStories } from './listStories.js';
import { type PlainBrowser, startPlainBrowser } from './openPlainly.js';

/** From `npm run test:books`; without it there is nothing to check. */
const books: Book[] = JSON.parse(process.env.SVC_BOOKS ?? '[]');
/** At most so many stories of each book; 0 for all. */
const sample = Number(process.env.SVC_BOOKS_STORIES ?? 0);
const seed = Number(process.env.SVC_BOOKS_SEED ?? 0);
const limitMs = 2 * 60 * 60_000;

const storyOf = ({ target }: SnapshotDetails): string => {
  const search = new URL(String(target?.url)).searchParams;
  return search.get('id') ?? search.get('story') ?? '';
};
const unique = (list: readonly string[]) => [...new Set(list)];

describe.skipIf(books.length === 0)('books of other people', () => {
  let dataDir: string;
  let server: Server;
  let plain: PlainBrowser;
  const rows: Row[] = [];
  beforeAll(async () => {
    dataDir = await makeDataDir();
    server = await startServer(dataDir);
    plain = await startPlainBrowser(Object.fromEntries(books.map(({ name, folder }) => [name, folder])));
  });
  afterAll(async () => {
    await plain?.close();
    await server?.stop();
    if (dataDir) await removeDataDir(dataDir);
    console.log(formatRows(rows));
  });

  it.each(books)('$name', { timeout: limitMs, retry: 0 }, async (book) => {
    const index = listStories(book.folder);
    const drawn = sample > 0 ? new Random(seed).shuffle(index.stories).slice(0, sample) : index.stories;
    const filters = sample > 0 ? drawn.flatMap((id) => ['--filter', id]) : [];
    const disabled = await listDisabled(server, book, index);
    const rounds: Round[] = [];
    for (const round of [1, 2, 3]) rounds.push(await captureBook(server, book, index, round, filters));
    const [first] = rounds;
    if (!first) throw new Error('no round was played');

    const failures = await explainFailures(book, index, rounds);
    const blank = await findBlank(book, index, first);
    const changed = rounds.slice(1).map((round) => round.changed);
    rows.push({
      book: book.name,
      tool: book.tool,
      stories: drawn.length,
      disabled: disabled.length,
      captured: first.snapshots.length,
      failed: `${failures.length} (${failures.filter(({ shows }) => !shows).length} by plain Playwright, too)`,
      unstable: new Set(rounds.flatMap(namesOfUnstable)).size,
      blank: blank.length,
      changed: changed.map((names) => names.length).join(' and '),
      seconds: rounds.map(({ seconds }) => seconds.toFixed(0)).join(', '),
    });
    report(book, { failures, unstable: rounds.flatMap(namesOfUnstable), changed: changed.flat(), blank });

    expect(changed.flat(), 'changed without a change').toEqual([]);
    expect(
      failures.filter(({ shows }) => shows),
      'failed, although a plain browser shows it',
    ).toEqual([]);
    expect(
      blank.filter(({ shows }) => shows),
      'blank, although a plain browser shows something',
    ).toEqual([]);
    for (const round of rounds) {
      const stories = unique(round.details.map(storyOf));
      if (sample === 0) expect(stories.length + disabled.length).toBe(index.stories.length);
      expect(stories.filter((id) => !index.stories.includes(id))).toEqual([]);
      expect(round.removed).toEqual([]);
    }
  });

  /** Each story that failed in a round, with what Playwright alone makes of it. */
  async function explainFailures(book: Book, index: BookIndex, rounds: Round[]) {
    const failed = rounds.flatMap(({ details }, index) =>
      details
        .filter(({ status }) => status === 'failed')
        .map((one) => ({ story: storyOf(one), name: one.name, round: index + 1, error: one.error })),
    );
    const explained = [];
    for (const story of unique(failed.map((one) => one.story))) {
      const all = failed.filter((one) => one.story === story);
      const { shows, error } = await plain.open(book.name, index.pathOf(story));
      const failedIn = all.map(({ round }) => round);
      explained.push({ story, rounds: failedIn, error: all[0]?.error, shows, plainly: error });
    }
    return explained;
  }

  /** Each image of one color, and whether Playwright alone shows more. */
  async function findBlank(book: Book, index: BookIndex, { snapshots, details }: Round) {
    const found = [];
    for (const snapshot of snapshots) {
      if (!isBlank(await readImage(server, snapshot))) continue;
      const story = storyOf(detailsOf(snapshot, details));
      const { shows, png } = await plain.open(book.name, index.pathOf(story));
      found.push({ name: snapshot.name, shows: shows && !isBlank(png) });
    }
    return found;
  }
});

const namesOfUnstable = ({ snapshots }: Round) =>
  snapshots.filter(({ unstable }) => unstable).map(({ name }) => name);

function detailsOf({ name, viewport }: Snapshot, details: readonly SnapshotDetails[]): SnapshotDetails {
  const found = details.find(
    (one) => one.name === name && JSON.stringify(one.viewport) === JSON.stringify(viewport),
  );
  if (!found) throw new Error(`${name} has no details`);
  return found;
}

function report(book: Book, findings: Record<string, unknown[]>): void {
  for (const [what, list] of Object.entries(findings)) {
    for (const one of list) console.log(`${book.name}, ${what}: ${JSON.stringify(one)}`);
  }
}
