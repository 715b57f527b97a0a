import type {} from '../DocumentKit.js';

/** Runs after `awaitAnswers`: answers that are events. Those of an `XMLHttpRequest` come with a frame of the clock, too. */
export function awaitRequests(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  const { answers } = clock;
  const copies = new WeakSet<Event>();
  const copyOf = (event: Event) => {
    const copy =
      event instanceof ProgressEvent
        ? new ProgressEvent(event.type, {
            lengthComputable: event.lengthComputable,
            loaded: event.loaded,
            total: event.total,
          })
        : new Event(event.type);
    copies.add(copy);
    return copy;
  };
  const ends = ['readystatechange', 'load', 'error', 'timeout', 'loadend'];
  interface Asked {
    deliver: (tell: () => void) => void;
    /** The clock waits no longer. */
    done: () => void;
  }
  const sent = new WeakMap<XMLHttpRequest, Asked>();

  // Before any listener of the page.
  window.XMLHttpRequest = new Proxy(XMLHttpRequest, {
    construct(target, given, newTarget) {
      const request: XMLHttpRequest = Reflect.construct(target, given, newTarget);
      const hold = (event: Event) => {
        const asked = sent.get(request);
        if (!asked || copies.has(event)) return;
        if (event.type === 'loadend') asked.done();
        if (request.readyState !== XMLHttpRequest.DONE) return;
        event.stopImmediatePropagation();
        asked.deliver(() => request.dispatchEvent(copyOf(event)));
      };
      for (const name of ends) request.addEventListener(name, hold);
      return request;
    },
  });
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    const deliver = answers.ask();
    answers.restFor(new Promise<void>((done) => sent.set(this, { deliver, done })), 'others');
    send.call(this, body);
  };

  const firstOf = (target: EventTarget, names: readonly string[]) =>
    new Promise((resolve) => {
      for (const name of names) target.addEventListener(name, resolve, { once: true });
    });
  const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src');
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...source,
    set(this: HTMLImageElement, url: string) {
      source?.set?.call(this, url);
      if (this.complete || this.loading === 'lazy') return;
      answers.restFor(firstOf(this, ['load', 'error']), 'others');
    },
  });

  // The first one only: what a connection brings later has a time of its own.
  const first = <Connection extends typeof WebSocket | typeof EventSource>(connection: Connection) =>
    new Proxy(connection, {
      construct(target, given: [string], asked) {
        const made: WebSocket | EventSource = Reflect.construct(target, given, asked);
        answers.restFor(firstOf(made, ['open', 'error', 'close']), 'others');
        return made;
      },
    });
  window.WebSocket = first(window.WebSocket);
  window.EventSource = first(window.EventSource);
}
