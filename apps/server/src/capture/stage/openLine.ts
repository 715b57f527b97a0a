import type { CDPSession } from 'playwright-core';

/** A message of the DevTools protocol that answers nothing. */
export interface Notice {
  method: string;
  params: { requestId?: string; type?: string };
}

/** Talks to a target of which Playwright knows no session. */
export interface Line {
  /** The result; undefined when the target says no, or is gone. */
  ask(method: string, params?: object): Promise<unknown>;
  /** The target is gone. */
  end(): void;
}

/**
 * Talks in messages inside messages. They follow the attachment without waiting for its answer, and so name the target
 * instead of its session: a worker goes on meanwhile, and what it asks for before it is listened to is not told.
 * @param session of the browser
 * @param onEnd called once, when the target is gone
 */
export function openLine(
  session: CDPSession,
  targetId: string,
  hear: (notice: Notice) => void,
  onEnd: () => void,
): Line {
  const waiting = new Map<number, (result?: unknown) => void>();
  let asked = 0;
  let isOver = false;
  const attached = session.send('Target.attachToTarget', { targetId, flatten: false });
  // Told by what is asked.
  attached.catch(() => {});

  const onMessage = (received: { targetId?: string; message: string }) => {
    if (received.targetId !== targetId) return;
    const { id, result, ...notice }: Notice & { id?: number; result?: unknown } = JSON.parse(
      received.message,
    );
    if (id !== undefined) {
      waiting.get(id)?.(result);
      waiting.delete(id);
    } else if (notice.method === 'Inspector.targetCrashed') end();
    else hear(notice);
  };
  session.on('Target.receivedMessageFromTarget', onMessage);

  function end(): void {
    if (isOver) return;
    isOver = true;
    session.off('Target.receivedMessageFromTarget', onMessage);
    for (const done of waiting.values()) done();
    waiting.clear();
    onEnd();
    // It may be gone already.
    session.send('Target.detachFromTarget', { targetId }).catch(() => {});
  }

  async function ask(method: string, params: object = {}): Promise<unknown> {
    if (isOver) return undefined;
    asked += 1;
    const id = asked;
    const answered = new Promise((done) => waiting.set(id, done));
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { targetId, message });
    return answered;
  }

  return { ask: (method, params) => ask(method, params).catch(end), end };
}
