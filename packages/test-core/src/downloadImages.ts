import type { DiffResult } from '@svc/sdk';

/** The images of a result beside the one that a test took. */
export interface ResultImages {
  expected: Uint8Array | null;
  diff: Uint8Array | null;
}

/** An image that cannot be read is left out: it is only shown. */
async function download(url: string | null): Promise<Uint8Array | null> {
  if (!url) return null;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

export async function downloadImages({
  baselineImageUrl,
  diffImageUrl,
}: Pick<DiffResult, 'baselineImageUrl' | 'diffImageUrl'>): Promise<ResultImages> {
  return { expected: await download(baselineImageUrl), diff: await download(diffImageUrl) };
}
