import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Announcement, channel } from './announce.js';

/** Milliseconds. */
interface Patience {
  /** Between proofs that notifications still come through. */
  proof: number;
  /** For one of them to come back. */
  answer: number;
  /** After a connection was lost or refused. */
  pause: number;
}

const usualPatience: Patience = { proof: 30_000, answer: 10_000, pause: 2_000 };

interface Listener {
  hear: (announcement: Announcement) => void;
  /** Nothing is heard from now on until `onHearing`; what is announced meanwhile is lost. */
  onDeaf: () => void;
  onHearing: () => void;
}

/** Where to listen, and how to find out that it works. */
export interface Ear {
  /** Of the connection that listens. */
  connectionString: string;
  /**
   * Sends a notification without a payload, as announcements are sent: not on the connection that listens, to which a pooler
   * would return it as the answer of a statement, and nothing else.
   */
  sendProof(): Promise<void>;
}

/**
 * Hears what processes announce, on a connection of its own, which is made again whenever it is lost. A pooler that shares
 * connections between clients passes no notifications on; as long as none comes through, nothing is heard.
 * @returns ends that
 */
export function hearAnnouncements(
  ear: Ear,
  listener: Listener,
  patience: Patience = usualPatience,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const rest = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
  const running = (async () => {
    while (!signal.aborted) {
      await listen(ear, listener, patience, signal).catch(() => {
        // Whatever ended the connection, there will be another.
      });
      listener.onDeaf();
      await rest(patience.pause);
    }
  })();
  return () => {
    ending.abort(new Error('the service ends'));
    return running;
  };
}

/**
 * Whether notifications come through.
 * @param patience milliseconds for one
 */
export async function canHear(
  connectionString: string,
  sendProof: Ear['sendProof'],
  patience: number,
): Promise<boolean> {
  let stop = async () => {};
  const heard = await new Promise<boolean>((resolve) => {
    stop = hearAnnouncements(
      { connectionString, sendProof },
      { hear: () => {}, onDeaf: () => resolve(false), onHearing: () => resolve(true) },
      { ...usualPatience, answer: patience },
    );
  });
  await stop();
  return heard;
}

/** Until the connection is lost, or a proof does not come back. */
async function listen(
  { connectionString, sendProof }: Ear,
  { hear, onHearing }: Listener,
  patience: Patience,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    connectionTimeoutMillis: patience.answer,
  });
  const lost = new AbortController();
  const end = () => lost.abort();
  let proven: () => void = () => {};
  client.on('error', end);
  client.on('end', end);
  signal.addEventListener('abort', end);
  client.on('notification', ({ payload = '' }) => {
    if (payload === '') proven();
    else hear(JSON.parse(payload) as Announcement);
  });
  const prove = async () => {
    const proof = new Promise<void>((resolve) => {
      proven = resolve;
    });
    const proved = new AbortController();
    const isMissing = sleep(patience.answer, true, {
      signal: AbortSignal.any([proved.signal, lost.signal]),
      ref: false,
    }).catch(() => lost.signal.aborted);
    const comes = sendProof().then(() => proof);
    if (await Promise.race([comes.then(() => false), isMissing]))
      throw new Error('no notification came through');
    proved.abort();
  };
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    await prove();
    onHearing();
    while (!lost.signal.aborted) {
      await sleep(patience.proof, undefined, { signal: lost.signal, ref: false }).catch(() => {});
      if (!lost.signal.aborted) await prove();
    }
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => {});
  }
}
