/** What happened in a diff, as it is told to a person. Texts are read when it is sent: they may be gone by then. */
export type Notice =
  | { kind: 'mention' | 'reply'; commentId: string }
  | { kind: 'request'; requestId: string }
  | { kind: 'build'; checkRunId: string; event: 'review-needed' | 'changes-rejected'; title: string };

/** A notice, with the time of the transaction that made it. */
export type ToldNotice = Notice & { at: string };
