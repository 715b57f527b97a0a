import type { Request } from 'playwright-core';
import type { ThreadScript, ThreadWatch } from './watchThreads.js';
import { withoutFragment } from './withoutFragment.js';

export interface ScriptPairs {
  /** The page has asked for something. */
  asked(request: Request): void;
  /** Another document is loaded. */
  forget(): void;
}

/**
 * Finds the requests for the scripts of shared workers: the page tells that it asks for one, and never what became of it.
 * @param open requests that have not ended
 * @param onRun called once a script has run, or will not
 */
export function pairScripts(
  threads: ThreadWatch,
  open: () => Iterable<Request>,
  onRun: (request: Request) => void,
): ScriptPairs {
  /** Those that the page has not asked for yet. */
  const expected: ThreadScript[] = [];
  const paired = new WeakSet<Request>();
  const isFor = (request: Request, { url }: ThreadScript) =>
    !paired.has(request) && withoutFragment(request.url()) === withoutFragment(url);
  const pair = (request: Request, { hasRun }: ThreadScript) => {
    paired.add(request);
    void hasRun.then(() => onRun(request));
  };
  threads.hear({
    begun(script) {
      const request = script && [...open()].find((one) => isFor(one, script));
      if (request) pair(request, script);
      else if (script) expected.push(script);
    },
  });
  return {
    asked(request) {
      const place = expected.findIndex((script) => isFor(request, script));
      for (const script of place === -1 ? [] : expected.splice(place, 1)) pair(request, script);
    },
    forget() {
      expected.length = 0;
    },
  };
}
