import type { PullComment } from '../../domain/codeHosts/CodeHost.js';
import type { HostCall } from '../callHost.js';
import { fitBytes } from '../fitBytes.js';
import { hiddenMarker } from '../hiddenMarker.js';
import { pageSize } from './callGitlab.js';

/** Bytes. */
const maximumNote = 1_000_000;

/**
 * Writes or rewrites a note on each open merge request whose newest commit is that of the comment.
 * @param project its path in the API
 */
export async function writeNote(
  { ask }: Pick<HostCall, 'ask'>,
  project: string,
  { marker, headSha, body }: PullComment,
  signal: AbortSignal,
): Promise<void> {
  const hidden = hiddenMarker(marker);
  const text = { body: `${hidden}\n${fitBytes(body, maximumNote - Buffer.byteLength(hidden) - 1)}` };
  const path = `${project}/repository/commits/${headSha}/merge_requests?per_page=${pageSize}`;
  const requests = await ask<{ iid: number; state: string; sha: string }[]>('GET', path, signal);
  for (const { iid } of requests.filter(({ state, sha }) => state === 'opened' && sha === headSha)) {
    const notes = `${project}/merge_requests/${iid}/notes`;
    const note = await findNote(notes, hidden);
    if (note === null) await ask('POST', notes, signal, text);
    else await ask('PUT', `${notes}/${note}`, signal, text);
  }

  async function findNote(notesPath: string, marked: string): Promise<number | null> {
    const author = (await ask<{ id: number }>('GET', '/user', signal)).id;
    for (let page = 1; ; page++) {
      const notes = await ask<{ id: number; body: string; author: { id: number } }[]>(
        'GET',
        `${notesPath}?per_page=${pageSize}&page=${page}`,
        signal,
      );
      // Anybody can write a marker; only the token's own note counts.
      const own = notes.find((note) => note.author.id === author && note.body.includes(marked));
      if (own) return own.id;
      if (notes.length < pageSize) return null;
    }
  }
}
