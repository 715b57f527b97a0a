import type { DiffCounts, Snapshot, SnapshotDetails } from '@svc/schema';
import type { Server } from '../service/startServer.js';
import { svc } from '../service/svc.js';
import type { BookIndex } from './listStories.js';

/** A built book, from `npm run test:books`. */
export interface Book {
  name: string;
  /** In words, such as `Storybook 8.6, Vue, Vite`. */
  tool: string;
  /** Of the build. */
  folder: string;
}

/** One capture of a book. */
export interface Round {
  details: SnapshotDetails[];
  snapshots: Snapshot[];
  changed: string[];
  removed: string[];
  /** Null in the first round, which compares nothing. */
  counts: DiffCounts | null;
  seconds: number;
}

/**
 * Runs `svc` on a book and reads what the service keeps of it.
 * @param round the first one makes the baselines
 * @param filters none for the whole book
 */
export async function captureBook(
  server: Server,
  book: Book,
  { command }: BookIndex,
  round: number,
  filters: string[],
): Promise<Round> {
  const began = performance.now();
  const flags = ['--suite', book.name, '--output', 'json', ...(round === 1 ? ['--auto-baseline'] : [])];
  // The same files would prove the same images, and nothing would be captured.
  if (await canProve(command)) flags.push('--no-proof');
  const report = await run(server, [command, book.folder, ...flags, ...filters], `c0ffee${round}`);
  const seconds = (performance.now() - began) / 1_000;
  const capture: { snapshots: Snapshot[] } = await get(server, `/captures/${report.captureId}`);
  const details: { snapshots: SnapshotDetails[] } = await get(
    server,
    `/captures/${report.captureId}/details`,
  );
  const { changed, removed, counts } = report;
  return { details: details.snapshots, snapshots: capture.snapshots, changed, removed, counts, seconds };
}

const canProve = async (command: string) =>
  (await svc([command, '--help'], {})).stdout.includes('--no-proof');

/** Names of the stories that the book's authors have disabled. */
export async function listDisabled(server: Server, book: Book, { command }: BookIndex): Promise<string[]> {
  const list = await run(server, [command, book.folder, '--list', '--output', 'json'], 'c0ffee0');
  const leftOut: { name: string; reason: string }[] = list.leftOut;
  return leftOut.filter(({ reason }) => reason === 'disabled').map(({ name }) => name);
}

async function run(server: Server, args: string[], commit: string) {
  const ended = await svc(args, {
    SVC_API_URL: server.url,
    SVC_API_KEY: server.apiKey ?? '',
    SVC_COMMIT: commit,
  });
  const document = ended.stdout === '' ? {} : JSON.parse(ended.stdout);
  if (ended.stdout === '' || document.error) throw new Error(`svc ${args.join(' ')} failed: ${ended.stderr}`);
  return document;
}

async function get(server: Server, path: string) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    headers: { 'x-api-key': server.apiKey ?? '' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The PNG of a snapshot. */
export async function readImage(server: Server, { imageUrl }: Snapshot): Promise<Buffer> {
  const response = await fetch(new URL(imageUrl, server.url), {
    headers: { 'x-api-key': server.apiKey ?? '' },
  });
  if (!response.ok) throw new Error(`${imageUrl}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
