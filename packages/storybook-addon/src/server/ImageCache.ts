import type { StoryResult } from '../protocol.js';

/** Images that are kept, so that a story which is shown again needs none. */
const most = 60;
const patienceMs = 30_000;

/** Images as data URLs: the service lets no page of another origin show what it serves. */
export class ImageCache {
  readonly #kept = new Map<string, Promise<string | null>>();

  /** The result with its images; one that cannot be read is left out. */
  async fill(result: StoryResult): Promise<StoryResult> {
    const [baselineUrl, currentUrl, differenceUrl] = await Promise.all(
      [result.baselineUrl, result.currentUrl, result.differenceUrl].map((url) => this.#read(url)),
    );
    return {
      ...result,
      baselineUrl: baselineUrl ?? null,
      currentUrl: currentUrl ?? null,
      differenceUrl: differenceUrl ?? null,
    };
  }

  #read(url: string | null): Promise<string | null> {
    if (!url) return Promise.resolve(null);
    const known = this.#kept.get(url) ?? download(url);
    this.#kept.delete(url);
    this.#kept.set(url, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > most && oldest !== undefined) this.#kept.delete(oldest);
    void known.then((image) => image === null && this.#kept.delete(url));
    return known;
  }
}

async function download(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) return null;
    return `data:image/png;base64,${Buffer.from(await answer.arrayBuffer()).toString('base64')}`;
  } catch {
    return null;
  }
}
