import type { LiveEvent } from '@svc/schema';
import { routes } from '@svc/schema/routes';
import { open } from './request.js';

/** Milliseconds without a sign of life, which the server gives every ten seconds, after which a connection is taken for lost. */
const silence = 30_000;

/**
 * What happens to a diff from now on, until the server ends the stream; first null, once it listens.
 * @throws ApiError, and whatever a lost connection rejects with: also one that nobody has closed, as after a computer slept,
 *   or behind a proxy that holds the stream back
 */
export async function* watchDiff(
  project: string,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent | null> {
  // `AbortSignal.any` is younger than the oldest browsers that are supported.
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectLife = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(new Error('The connection fell silent')), silence);
  };
  try {
    expectLife();
    const path = routes.watchDiff.path.replace(':id', encodeURIComponent(id));
    const body = await open(path, { project, signal: ending.signal });
    yield null;
    const text = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
    const reader = text.getReader();
    let rest = '';
    for (;;) {
      expectLife();
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + value).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice('data: '.length));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
