import { createHash, randomBytes } from 'node:crypto';
import { SvcClient, SvcError } from '@svc/sdk';
import { colorOf, image } from '../../apps/server/testing/image.js';

/** The answer that a client got to one call, to be found at the end. */
interface Acknowledged {
  captureId: string;
  name: string;
  hash: string;
}

/** Clients that upload through the SDK until they are stopped. */
export interface Traffic {
  /** Calls that were answered. */
  acknowledged: readonly Acknowledged[];
  /** By status; `network` where a request got no answer, `retry-after` where one of 503 said when to come again. */
  answers: ReadonlyMap<string, number>;
  /** Calls of patient clients that failed. */
  failures: readonly string[];
  stop(): Promise<void>;
}

export interface TrafficOptions {
  url: string;
  apiKey: string;
  /** Half of them are patient: with six retries they have to finish every call. */
  clients: number;
}

const patientRetries = 6;

export function startTraffic({ url, apiKey, clients }: TrafficOptions): Traffic {
  const acknowledged: Acknowledged[] = [];
  const answers = new Map<string, number>();
  const failures: string[] = [];
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
  let isRunning = true;
  let images = 0;

  const countingFetch: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      count(String(response.status));
      if (response.status === 503 && response.headers.has('retry-after')) count('retry-after');
      return response;
    } catch (error) {
      count('network');
      throw error;
    }
  };

  const run = async (number: number) => {
    const isPatient = number % 2 === 0;
    const client = new SvcClient({
      apiKey,
      apiUrl: url,
      fetch: countingFetch,
      ...(isPatient ? { maxRetries: patientRetries } : {}),
    });
    const suite = `suite ${number}`;
    const newImage = () => image(colorOf(++images));
    const note = (captureId: string, name: string, png: Uint8Array) =>
      acknowledged.push({ captureId, name, hash: createHash('sha256').update(png).digest('hex') });

    /** Each call has a commit of its own, so that one that acted twice shows. */
    const newCommit = () => randomBytes(20).toString('hex');
    const steps = [
      async () => {
        const snapshots = ['first', 'second'].map((name) => ({ name, png: newImage() }));
        const capture = await client.createCapture({ suite, branch: 'main', commit: newCommit(), snapshots });
        for (const { name, png } of snapshots) note(capture.id, name, png);
        await client.createDiff({ suite, headCaptureId: capture.id });
      },
      async () => {
        const png = newImage();
        const place = { suite, branch: 'main', commit: newCommit(), baselineRef: 'main' };
        const { captureId } = await client.uploadSnapshotWithDiff({ ...place, name: 'alone', png });
        note(captureId, 'alone', png);
      },
      async () => {
        const place = { suite, branch: 'main', commit: newCommit(), baselineRef: 'main' };
        const { sessionId } = await client.createSession(place);
        const png = newImage();
        const given = { ...place, sessionId, name: 'together', png };
        const { captureId } = await client.uploadSnapshotWithDiff(given);
        note(captureId, 'together', png);
        await client.completeSession(sessionId);
      },
    ];
    for (let round = number; isRunning; round++) {
      try {
        await steps[round % steps.length]?.();
      } catch (error) {
        const isLost = error instanceof SvcError && (error.statusCode === 503 || error.statusCode === 0);
        if (isPatient || !isLost) failures.push(`client ${number}: ${String(error)}`);
      }
    }
  };

  const running = Promise.all(Array.from({ length: clients }, (_, number) => run(number)));
  return {
    acknowledged,
    answers,
    failures,
    async stop() {
      isRunning = false;
      await running;
    },
  };
}
