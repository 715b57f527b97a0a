import type { BadgeState } from '../domain/badges/badgeState.js';

/** An entry takes less than a kilobyte of memory. */
const mostBadges = 1_000;

interface Kept {
  state: Promise<BadgeState>;
  /** Of `performance.now()`; without end while it is being found out. */
  until: number;
}

/**
 * What badges showed a moment ago. Anybody may ask for a badge, as often as they like, while to judge a commit takes many
 * queries.
 */
export class RecentBadges {
  readonly #kept = new Map<string, Kept>();
  readonly #freshFor: number;

  /** @param freshFor milliseconds for which a state is told again; with 0, only requests at the same time share one */
  constructor(freshFor: number) {
    this.#freshFor = freshFor;
  }

  /**
   * The state of a badge, as found out now or a moment ago; what fails is not kept.
   * @param badge what tells it from all others
   */
  read(badge: string, find: () => Promise<BadgeState>): Promise<BadgeState> {
    const known = this.#kept.get(badge);
    if (known && performance.now() < known.until) return known.state;
    const kept: Kept = { state: find(), until: Number.POSITIVE_INFINITY };
    this.#kept.delete(badge);
    this.#kept.set(badge, kept);
    kept.state.then(
      () => {
        kept.until = performance.now() + this.#freshFor;
      },
      () => {
        if (this.#kept.get(badge) === kept) this.#kept.delete(badge);
      },
    );
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostBadges && oldest !== undefined) this.#kept.delete(oldest);
    return kept.state;
  }
}
