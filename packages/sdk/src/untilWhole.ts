import type { Capture, CaptureState, Diff, DiffState } from './types.js';

/** Reads something with a long list; its summary lacks the list. */
export type Read<State> = (query: { fields?: 'summary' }, signal: AbortSignal | undefined) => Promise<State>;

/** Asks for summaries, and for all of it at the end, when it may have begun again. */
const untilWhole = <State extends object, Whole extends State>(
  read: Read<State>,
  list: keyof Whole,
  hasEnded: (state: State) => boolean,
) => ({
  read: async (signal: AbortSignal | undefined) => {
    const state = await read({ fields: 'summary' }, signal);
    return hasEnded(state) && !(list in state) ? read({}, signal) : state;
  },
  // What has ended was read whole.
  isDone: (state: State): state is Whole => hasEnded(state),
});

export const untilWholeCapture = (read: Read<CaptureState>) =>
  untilWhole<CaptureState, Capture>(
    read,
    'snapshots',
    ({ status }) => status === 'completed' || status === 'failed',
  );

export const untilWholeDiff = (read: Read<DiffState>) =>
  untilWhole<DiffState, Diff>(read, 'results', ({ status }) => status !== 'processing');
