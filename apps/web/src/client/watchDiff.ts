import type { LiveEvent } from '@svc/schema';
import { routes } from '@svc/schema/routes';
import { open } from './request.js';

/**
 * What happens to a diff from now on, until the server ends the stream; first null, once it listens.
 * @throws ApiError, and whatever a lost connection rejects with
 */
export async function* watchDiff(
  project: string,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent | null> {
  const body = await open(routes.watchDiff.path.replace(':id', encodeURIComponent(id)), { project, signal });
  yield null;
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice('data: '.length));
  }
}
