import { CommitGraph } from '../domain/commits/CommitGraph.js';
import { listCommitsAfter } from '../store/commits/commits.js';
import type { Database } from '../store/database.js';

/** A commit takes some 200 bytes of memory. */
const mostCommits = 2_000_000;
/** A page is read and added in a few milliseconds, so that other requests are answered between two of them. */
const pageSize = 5_000;

interface Held {
  graph: CommitGraph;
  position: number;
  /** Settles when everything that was recorded before the call has been read. */
  reading: Promise<unknown>;
}

/** The commit graphs of the projects that this process works for, read once and then kept up to date. */
export class CommitGraphs {
  readonly #held = new Map<string, Held>();

  /** The graph with everything that was recorded in the database before the call. */
  async read(database: Database, projectId: string): Promise<CommitGraph> {
    const held = this.#held.get(projectId) ?? {
      graph: new CommitGraph(),
      position: 0,
      reading: Promise.resolve(),
    };
    // The last in the map is the one that was used last.
    this.#held.delete(projectId);
    this.#held.set(projectId, held);
    const reading = held.reading.catch(() => {}).then(() => readOn(database, projectId, held));
    held.reading = reading;
    await reading;
    this.#forgetUnused();
    return held.graph;
  }

  #forgetUnused(): void {
    let total = [...this.#held.values()].reduce((sum, { graph }) => sum + graph.size, 0);
    for (const [projectId, { graph }] of this.#held) {
      if (total <= mostCommits || this.#held.size === 1) return;
      total -= graph.size;
      this.#held.delete(projectId);
    }
  }
}

async function readOn(database: Database, projectId: string, held: Held): Promise<void> {
  for (;;) {
    const page = await listCommitsAfter(database, projectId, held.position, pageSize);
    for (const commit of page) held.graph.add(commit);
    held.position = page.at(-1)?.position ?? held.position;
    if (page.length < pageSize) return;
  }
}
