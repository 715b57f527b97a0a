import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Comparison } from './comparison/Comparison.js';
import type { CompareOptions } from './comparison/settings.js';
import { ImageError } from './imageError.js';
import type { Inspection } from './inspect.js';
import { maxPixels, maxSide } from './pngHeader.js';
import type { Answer, Request, WorkerData } from './poolWorker.js';
import { endSharing, type SharedRows, shareRows } from './sharing/SharedRows.js';

export interface PoolOptions {
  /**
   * Threads. Each holds up to 64 MiB besides the images that it keeps; for an explanation of images that together have up to 20
   * megapixels, and for interlaced ones, three times the pixels of the larger image, four bytes each.
   */
  workers?: number;
  /**
   * Bytes of decoded images that each thread keeps, four a pixel, the most recently used ones. Images of more than half
   * of it are not kept. Default 80 MiB, two pages of 1280 × 8000.
   */
  keepBytes?: number;
  /**
   * Pixels of either image from which two threads share a comparison, as long as one has nothing else to do and no job waits:
   * each decodes one image. Default 20,000,000.
   */
  sharePixels?: number;
  /** Jobs that may wait. Default 1,000. */
  queueLimit?: number;
  /** Milliseconds after which a job that runs is given up. Default 60,000. */
  timeLimit?: number;
  /** URL of the module that threads run. Default `poolWorker.js` beside this one, where a bundler leaves it there. */
  script?: string;
}

export interface JobOptions {
  /** Takes a waiting job out of the queue, and stops a running one with its thread. */
  signal?: AbortSignal;
}

export interface CompareJobOptions extends CompareOptions, JobOptions {
  /**
   * SHA-256 of both files, in hexadecimal digits. Their images are then kept for later jobs, and not decoded where a
   * thread has them: from another comparison, or because it inspected them.
   */
  byteHashes?: readonly [string, string];
}

/** Why a pool did not do a job. Nothing is wrong with the image. */
export class PoolError extends Error {
  override readonly name = 'PoolError';

  constructor(
    readonly code: 'QUEUE_FULL' | 'TIME_LIMIT' | 'WORKER_FAILED' | 'CLOSED',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A thread that keeps images looks for a job that needs them among this many. */
const lookAhead = 16;

/** A job that this many later ones overtook is the next one. */
const mostOvertakings = 4;

interface Job {
  request: Request;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  /** How many later jobs were started before it. */
  overtaken: number;
  /** Rows that another thread decodes for it, or that it decodes for another one. */
  shared?: SharedRows;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  /** SHA-256 of the files whose images it keeps. */
  kept: ReadonlySet<string>;
  timer?: NodeJS.Timeout;
}

/**
 * Compares and inspects images on worker threads, so that the caller's event loop stays free. Jobs start in the order
 * in which they come, but a thread prefers jobs on images that it keeps decoded, to a limit. A job that fails in the
 * engine ends its thread and no other; the next job gets a new one.
 *
 * Every promise rejects with what `compare` and `inspect` throw, a {@link PoolError}, or the signal's reason.
 */
export class Pool {
  readonly #size: number;
  readonly #queueLimit: number;
  readonly #timeLimit: number;
  readonly #script: URL;
  readonly #keepBytes: number;
  readonly #sharePixels: number;
  readonly #threads = new Set<Thread>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor({
    workers = availableParallelism(),
    queueLimit = 1000,
    timeLimit = 60_000,
    keepBytes = 80 * 1024 * 1024,
    sharePixels = 20_000_000,
    script = new URL('./poolWorker.js', import.meta.url).href,
  }: PoolOptions = {}) {
    if (!(Number.isInteger(workers) && workers > 0)) {
      throw new RangeError(`workers must be a whole number from 1, not ${workers}`);
    }
    this.#size = workers;
    this.#queueLimit = queueLimit;
    this.#timeLimit = timeLimit;
    this.#script = new URL(script);
    this.#keepBytes = keepBytes;
    this.#sharePixels = sharePixels;
  }

  compare(a: Uint8Array, b: Uint8Array, { signal, byteHashes, ...options }: CompareJobOptions = {}) {
    if (!byteHashes || byteHashes[0] === byteHashes[1]) {
      return this.#enqueue<Comparison>({ does: 'compare', a, b, options }, signal);
    }
    const [first, second] = [
      { png: a, byteHash: byteHashes[0] },
      { png: b, byteHash: byteHashes[1] },
    ];
    return this.#enqueue<Comparison>({ does: 'compareNamed', a: first, b: second, options }, signal);
  }

  inspect(png: Uint8Array, { signal }: JobOptions = {}) {
    return this.#enqueue<Inspection>({ does: 'inspect', png }, signal);
  }

  /** Gives up all jobs and ends all threads. */
  async close(): Promise<void> {
    this.#closed = true;
    const closed = new PoolError('CLOSED', 'The image pool is closed.');
    for (const job of this.#queue.splice(0)) job.reject(closed);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, closed)));
  }

  #enqueue<T>(request: Request, signal: AbortSignal | undefined): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#closed) throw new PoolError('CLOSED', 'The image pool is closed.');
      if (this.#queue.length >= this.#queueLimit) {
        throw new PoolError('QUEUE_FULL', `${this.#queueLimit} images are waiting already. Try again later.`);
      }
      const abort = () => this.#cancel(job, signal?.reason);
      const settle = () => signal?.removeEventListener('abort', abort);
      const job: Job = {
        request,
        overtaken: 0,
        resolve: (value) => {
          settle();
          resolve(value as T);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#queue.push(job);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (let [next] = this.#queue; next && !this.#closed; [next] = this.#queue) {
      const thread = this.#findIdle(next);
      if (!thread) return;
      const job = this.#takeJob(thread, next);
      // From now on it is not idle.
      thread.job = job;
      const helper = this.#queue.length === 0 ? this.#shareOut(job) : null;
      this.#start(thread, job);
      if (helper) this.#start(helper.thread, helper.job);
    }
  }

  /** Lets an idle thread, if there is one, decode the second of two large images. */
  #shareOut(job: Job): { thread: Thread; job: Job } | null {
    const png = largeFile(job.request, this.#sharePixels);
    if (!png) return null;
    const other = this.#findIdle(job);
    if (!other) return null;
    const shared = shareRows(png);
    job.shared = shared;
    // Where it fails, the thread that compares continues alone.
    const fail = () => endSharing(shared, 'failed');
    const request = { does: 'share', png: png.bytes, shared } as const;
    return { thread: other, job: { request, overtaken: 0, resolve: () => {}, reject: fail } };
  }

  /** The idle thread that keeps the most images of the next job, else a new one as long as there may be more. */
  #findIdle(next: Job): Thread | null {
    const [best] = [...this.#threads]
      .filter(({ job }) => !job)
      .sort((one, other) => keptOf(other, next) - keptOf(one, next));
    return best ?? (this.#threads.size < this.#size ? this.#addThread() : null);
  }

  /** The next job, or a later one whose images the thread keeps. */
  #takeJob(thread: Thread, next: Job): Job {
    const fitting =
      next.overtaken < mostOvertakings && keptOf(thread, next) === 0
        ? this.#queue.slice(0, lookAhead).find((job) => keptOf(thread, job) > 0)
        : undefined;
    const job = fitting ?? next;
    if (job !== next) next.overtaken++;
    this.#queue.splice(this.#queue.indexOf(job), 1);
    return job;
  }

  #addThread(): Thread {
    const workerData: WorkerData = { keepBytes: this.#keepBytes };
    const thread: Thread = { worker: new Worker(this.#script, { workerData }), job: null, kept: new Set() };
    const fail = (cause: unknown) =>
      void this.#end(thread, new PoolError('WORKER_FAILED', 'The image engine failed.', { cause }));
    thread.worker.on('message', (answer: Answer) => this.#finish(thread, answer));
    thread.worker.on('error', fail);
    thread.worker.on('exit', (code) => fail(new Error(`its thread ended with code ${code}`)));
    this.#threads.add(thread);
    return thread;
  }

  #start(thread: Thread, job: Job): void {
    thread.job = job;
    thread.timer = setTimeout(() => {
      const limit = `The images took longer than ${this.#timeLimit} ms.`;
      void this.#end(thread, new PoolError('TIME_LIMIT', limit));
    }, this.#timeLimit);
    thread.worker.ref();
    try {
      const [request, transferred] = copied(job, thread.kept);
      thread.worker.postMessage(request, transferred);
    } catch (error) {
      this.#release(thread);
      job.reject(error);
    }
  }

  #finish(thread: Thread, answer: Answer): void {
    const { job } = thread;
    thread.kept = new Set(answer.kept);
    this.#release(thread);
    if ('result' in answer) job?.resolve(answer.result);
    else if (answer.code) job?.reject(new ImageError(answer.code, answer.message));
    else job?.reject(new RangeError(answer.message));
    this.#startNext();
  }

  #release(thread: Thread): void {
    clearTimeout(thread.timer);
    if (thread.job?.shared) endSharing(thread.job.shared, 'abandoned');
    thread.job = null;
    // A pool that has nothing to do does not keep the process alive.
    thread.worker.unref();
  }

  async #end(thread: Thread, reason: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    if (thread.job?.shared) endSharing(thread.job.shared, 'abandoned');
    thread.job?.reject(reason);
    thread.job = null;
    thread.worker.removeAllListeners('message');
    const ended = thread.worker.terminate();
    this.#startNext();
    await ended;
  }

  #cancel(job: Job, reason: unknown): void {
    const waiting = this.#queue.indexOf(job);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      job.reject(reason);
      return;
    }
    for (const thread of this.#threads) {
      if (thread.job === job) void this.#end(thread, reason);
    }
  }
}

/** How many images of a job a thread keeps. */
function keptOf({ kept }: Thread, { request }: Job): number {
  if (request.does !== 'compareNamed') return 0;
  return [request.a, request.b].filter(({ byteHash }) => kept.has(byteHash)).length;
}

/** The second file of a comparison, and its width, if both images have so many pixels. */
function largeFile(request: Request, leastPixels: number): { bytes: Uint8Array; width: number } | null {
  if (request.does !== 'compare' && request.does !== 'compareNamed') return null;
  const files = [request.a, request.b].map((file) => ('byteHash' in file ? file.png : file));
  const sizes = files.map(sizeOf);
  const [bytes, size] = [files[1], sizes[1]];
  const isLarge = sizes.every((one) => one !== null && one.width * one.height >= leastPixels);
  return bytes && size && isLarge ? { bytes, width: size.width } : null;
}

/** What a PNG file says of its size; null where that cannot be. */
function sizeOf(png: Uint8Array | null | undefined): { width: number; height: number } | null {
  if (!png || png.length < 24) return null;
  const view = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return width > 0 && width <= maxSide && width * height <= maxPixels ? { width, height } : null;
}

/**
 * A request of its own bytes, and the buffers to hand over: one copy, where a clone makes two, of the whole buffer; and
 * none of files whose images the thread keeps.
 */
function copied({ request, shared }: Job, kept: ReadonlySet<string>): [Request, ArrayBuffer[]] {
  const sharing = shared && { shared };
  switch (request.does) {
    case 'share':
    case 'inspect': {
      const png = new Uint8Array(request.png);
      return [{ ...request, png }, [png.buffer]];
    }
    case 'compare': {
      const [a, b] = [new Uint8Array(request.a), new Uint8Array(request.b)];
      return [{ ...request, ...sharing, a, b }, [a.buffer, b.buffer]];
    }
    case 'compareNamed': {
      const [a, b] = [request.a, request.b].map(({ byteHash, png }) => ({
        byteHash,
        png: png && !kept.has(byteHash) ? new Uint8Array(png) : null,
      }));
      if (!a || !b) throw new Error('a comparison is of two files');
      return [{ ...request, ...sharing, a, b }, [a, b].flatMap(({ png }) => (png ? [png.buffer] : []))];
    }
  }
}
