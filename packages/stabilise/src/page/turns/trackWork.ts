import type {} from '../DocumentKit.js';

/**
 * Runs before any script of a document, and after what follows its time: knows what the browser works on for it, in threads of its own.
 * What comes of that changes the page, however late a busy machine has it.
 */
export function trackWork(): void {
  const kit = window.svcDocumentKit;
  // Pages replace it.
  const BrowserPromise = Promise;
  const methods = [
    ['SubtleCrypto', 'decrypt deriveBits deriveKey digest encrypt exportKey generateKey importKey sign'],
    ['SubtleCrypto', 'unwrapKey verify wrapKey'],
    ['BaseAudioContext', 'decodeAudioData'],
    ['OfflineAudioContext', 'startRendering'],
    ['OffscreenCanvas', 'convertToBlob'],
    ['HTMLImageElement', 'decode'],
    ['ImageDecoder', 'decode'],
    ['Worklet', 'addModule'],
    ['Blob', 'arrayBuffer bytes text'],
    ['FontFace', 'load'],
    ['FontFaceSet', 'load'],
    ['CacheStorage', 'delete has keys match open'],
    ['Cache', 'add addAll delete keys match matchAll put'],
  ] as const;
  const watch = (owner: object, names: string) => {
    for (const name of names.split(' ')) {
      const original: unknown = Reflect.get(owner, name);
      if (typeof original !== 'function') continue;
      Object.defineProperty(owner, name, {
        configurable: true,
        enumerable: true,
        writable: true,
        value(this: unknown, ...given: unknown[]) {
          const answer: unknown = Reflect.apply(original, this, given);
          return answer instanceof BrowserPromise ? kit.awaitWork(answer) : answer;
        },
      });
    }
  };
  for (const [name, names] of methods) {
    // Some are there only in documents of a secure origin.
    const owner: unknown = Reflect.get(window, name);
    if (typeof owner === 'function') watch(owner.prototype, names);
  }
  watch(window, 'createImageBitmap');
  watch(WebAssembly, 'compile compileStreaming instantiate instantiateStreaming');

  const ends = (target: EventTarget, names: readonly string[]) =>
    new BrowserPromise((resolve) => {
      for (const name of names) target.addEventListener(name, resolve, { once: true });
    });
  for (const name of ['readAsArrayBuffer', 'readAsDataURL', 'readAsText'] as const) {
    const read = FileReader.prototype[name];
    FileReader.prototype[name] = function (blob: Blob, ...more: string[]) {
      Reflect.apply(read, this, [blob, ...more]);
      void kit.awaitWork(ends(this, ['loadend']));
    };
  }
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given);
    void kit.awaitWork(ends(request, ['success', 'error', 'blocked']));
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const made = transaction.apply(this, given);
    void kit.awaitWork(ends(made, ['complete', 'error', 'abort']));
    return made;
  };
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (callback, ...given) {
    void kit.awaitWork(
      new BrowserPromise<void>((resolve) => {
        const done = (blob: Blob | null) => {
          resolve();
          callback(blob);
        };
        toBlob.call(this, done, ...given);
      }),
    );
  };

  // It ends with a time-out, which is one of the page.
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    window.setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
}
