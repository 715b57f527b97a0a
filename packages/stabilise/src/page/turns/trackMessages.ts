import type {} from '../DocumentKit.js';

/** Runs before any script of a document: knows whether it goes on in messages that it sends itself. */
export function trackMessages(): void {
  const kit = window.svcDocumentKit;
  /** The first message may be the last one, too. */
  const rounds = 3;
  let sent = 0;
  const { port1, port2 } = new MessageChannel();
  const post = port2.postMessage.bind(port2);
  /** Resolves when the messages have come that were under way. */
  const turn = () =>
    new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      post(null);
    });

  const count = (sender: { postMessage(message: unknown, more?: unknown): void }) => {
    const { postMessage } = sender;
    sender.postMessage = function (...args) {
      sent += 1;
      postMessage.apply(this, args);
    };
  };
  count(MessagePort.prototype);
  count(BroadcastChannel.prototype);
  // Counted where it arrives: the browser tells the receiver of a window's message whose function has sent it.
  window.addEventListener('message', ({ source }) => {
    if (source === window) sent += 1;
  });

  kit.sendsOn = async () => {
    for (let round = 0; round < rounds; round += 1) {
      const before = sent;
      await turn();
      if (sent === before) return false;
    }
    return true;
  };
}
