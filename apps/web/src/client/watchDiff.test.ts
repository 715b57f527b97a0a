import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchDiff } from './watchDiff.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const encoder = new TextEncoder();

/** A server whose streams say only what they are told to, and are never closed. */
function serve(isAnswering = true) {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    });
    signal?.addEventListener('abort', () => stream?.error(signal.reason));
    if (isAnswering) return Promise.resolve(new Response(body));
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  return { say: (text: string) => stream?.enqueue(encoder.encode(text)) };
}

const watch = (signal = new AbortController().signal) => watchDiff('acme/web', 'dif_1', signal);

test('signs of life keep a stream that tells nothing', async () => {
  const { say } = serve();
  const events = watch();
  expect((await events.next()).value).toBeNull();
  const next = events.next();
  for (let beat = 0; beat < 12; beat++) {
    await vi.advanceTimersByTimeAsync(10_000);
    say(':\n\n');
  }
  await vi.advanceTimersByTimeAsync(0);
  say('data: {"kind":"changed"}\n\n');
  expect((await next).value).toEqual({ kind: 'changed' });
});

test.each([true, false])('a silent connection is given up, answered: %s', async (isAnswering) => {
  serve(isAnswering);
  const events = watch();
  if (isAnswering) expect((await events.next()).value).toBeNull();
  const next = expect(events.next()).rejects.toThrow('The connection fell silent');
  await vi.advanceTimersByTimeAsync(60_000);
  await next;
  expect(vi.getTimerCount()).toBe(0);
});

test('leaving the page ends it', async () => {
  serve();
  const leaving = new AbortController();
  const events = watch(leaving.signal);
  await events.next();
  const next = expect(events.next()).rejects.toThrow('left');
  leaving.abort(new Error('left'));
  await next;
  expect(vi.getTimerCount()).toBe(0);
});
