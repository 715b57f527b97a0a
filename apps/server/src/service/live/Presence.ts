import type { Viewer } from '../../store/announcements/announce.js';

/** Milliseconds between two times that a viewer is announced, and after which one that is not counts as gone. */
export const renewal = 10_000;
const absence = 2.5 * renewal;

/** Who has which diffs open, in all processes, as far as somebody here wants to know. */
export class Presence {
  /** By diff and stream. */
  readonly #viewers = new Map<string, Map<string, Viewer & { until: number }>>();
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  note(diffId: string, viewer: Viewer): void {
    const known = this.#viewers.get(diffId) ?? new Map();
    known.set(viewer.stream, { ...viewer, until: this.#now() + absence });
    this.#viewers.set(diffId, known);
  }

  leave(diffId: string, stream: string): void {
    this.#viewers.get(diffId)?.delete(stream);
  }

  /** Nobody here wants to know of a diff any more, or of any. */
  forget(diffId?: string): void {
    if (diffId === undefined) this.#viewers.clear();
    else this.#viewers.delete(diffId);
  }

  /** Everybody else, each once, in a fixed order. */
  others(diffId: string, personId: string | undefined): { id: string; name: string }[] {
    const present = [...(this.#viewers.get(diffId)?.values() ?? [])].filter(
      ({ until }) => until >= this.#now(),
    );
    const names = new Map(present.map((viewer) => [viewer.personId, viewer.name]));
    return [...names]
      .filter(([id]) => id !== personId)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, name]) => ({ id, name }));
  }
}
