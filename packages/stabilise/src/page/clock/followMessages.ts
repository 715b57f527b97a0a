import type {} from '../DocumentKit.js';

/**
 * Runs after `layClock`: messages that the document sends itself come when its clock goes on, so that a loop of them takes as many
 * turns in every capture. What others send is not held.
 */
export function followMessages(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const copies = new WeakSet<Event>();
  /** Has the message come later, as a copy. */
  const delay = (receiver: EventTarget, message: MessageEvent) => {
    const { type, data, origin, source, ports } = message;
    message.stopImmediatePropagation();
    clock.tasks.push(() => {
      const copy = new MessageEvent(type, { data, origin, source, ports: [...ports] });
      copies.add(copy);
      receiver.dispatchEvent(copy);
    });
  };
  const holdOfWindow = (message: MessageEvent) => {
    if (message.source === window && !copies.has(message) && clock.holdsTurns()) delay(window, message);
  };
  window.addEventListener('message', holdOfWindow, { capture: true });

  const peers = new WeakMap<MessagePort, MessagePort>();
  /** How many are under way from this document, by the port where they arrive. */
  const sent = new WeakMap<MessagePort, number>();
  const watch = (port: MessagePort) =>
    port.addEventListener('message', (message) => {
      const own = sent.get(port) ?? 0;
      if (copies.has(message) || own === 0) return;
      sent.set(port, own - 1);
      if (clock.holdsTurns()) delay(port, message);
    });
  window.MessageChannel = new Proxy(MessageChannel, {
    construct(target, args, newTarget) {
      const channel: MessageChannel = Reflect.construct(target, args, newTarget);
      const { port1, port2 } = channel;
      peers.set(port1, port2);
      peers.set(port2, port1);
      watch(port1);
      watch(port2);
      return channel;
    },
  });
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...args: unknown[]) {
    Reflect.apply(postMessage, this, args);
    const peer = peers.get(this);
    if (peer) sent.set(peer, (sent.get(peer) ?? 0) + 1);
  };
}
