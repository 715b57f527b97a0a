import type { Page, Request } from 'playwright-core';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Refusal } from '../egress/rememberRefusals.js';
import type { NavigationWatch } from './watchNavigation.js';

export interface Trouble {
  /** What went wrong first on this page since the last `forget`. */
  first(): string | null;
  /** Another target is captured, whose document is a story's, or any. */
  begin(isStory: boolean): void;
  /** What was done for the page since the last `forget` that a person may want to know. */
  notes(): string[];
  /** Settles as `work` does, or rejects with a {@link CaptureFailure} as soon as there is trouble. */
  guard<T>(work: Promise<T>): Promise<T>;
}

/** Of one capture. More tell nobody more. */
const mostNotes = 20;

/** A page that goes on more often than that never ends. */
export const mostMoves = 5;

/**
 * Events that make an image worthless: downloads, popups, crashes, documents that cannot be loaded, and stories that go
 * elsewhere. Dialogs are dismissed.
 */
export function watchTrouble(
  page: Page,
  navigation: NavigationWatch,
  refusalOf: (url: string) => Refusal | null,
): Trouble {
  let subject = 'the page';
  let judged = 0;
  let first: string | null = null;
  let notes: string[] = [];
  const waiting = new Set<(message: string) => void>();
  const note = (message: string) => {
    first ??= message;
    for (const reject of waiting) reject(first);
  };
  const isDocument = (request: Request) =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();

  const whoAsked = (request: Request): string => {
    const by = navigation.askerOf(request);
    return by === null ? '' : `; ${subject} went there${by && ` ${by}`}`;
  };

  page.on('crash', () => note('the page crashed; it may have run out of memory'));
  page.on('download', (download) => {
    note(`${subject} started a download (${download.suggestedFilename()}) instead of showing something`);
    download.cancel().catch(() => {});
  });
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'beforeunload') {
      dialog.accept().catch(() => {});
      return;
    }
    if (notes.length < mostNotes) {
      notes.push(
        `dismissed a dialog of the page (${dialog.type()}: ${[...dialog.message()].slice(0, 200).join('')})`,
      );
    }
    dialog.dismiss().catch(() => {});
  });
  page.on('popup', (popup) => {
    note(`${subject} opened another window${inBrackets(navigation.opener() || popup.url())}`);
    popup.close().catch(() => {});
  });
  page.on('framenavigated', () => {
    const moves = navigation.moves();
    const latest = moves.at(-1);
    if (!latest || moves.length === judged) return;
    judged = moves.length;
    if (subject === 'the story' && !latest.isReload) note(`the story ${latest.words}`);
    else if (judged > mostMoves) note(`${subject} ${latest.words} again and again`);
  });
  page.on('response', (response) => {
    if (!isDocument(response.request()) || response.status() < 400) return;
    const refusal = refusalOf(response.url());
    note(
      (refusal
        ? explainRefusal(refusal, response.url())
        : `the server answered ${`${response.status()} ${response.statusText()}`.trim()} for ${response.url()}`) +
        whoAsked(response.request()),
    );
  });
  page.on('requestfailed', (request) => {
    if (!isDocument(request)) return;
    const refusal = refusalOf(request.url());
    const reason = request.failure()?.errorText ?? 'unknown reason';
    if (refusal) note(explainRefusal(refusal, request.url()) + whoAsked(request));
    else if (reason !== 'net::ERR_ABORTED') {
      note(`${request.url()} could not be opened (${reason})${whoAsked(request)}`);
    }
  });

  return {
    first: () => first,
    notes: () => notes,
    begin(isStory) {
      subject = isStory ? 'the story' : 'the page';
      judged = 0;
      navigation.forget();
      first = null;
      notes = [];
    },
    guard(work) {
      let reject: (message: string) => void = () => {};
      const trouble = new Promise<never>((_, rejectTrouble) => {
        reject = (message) => rejectTrouble(new CaptureFailure(message));
      });
      trouble.catch(() => {});
      waiting.add(reject);
      if (first) reject(first);
      return Promise.race([work, trouble]).finally(() => waiting.delete(reject));
    },
  };
}

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);

function explainRefusal(refusal: Refusal, url: string): string {
  const { host } = new URL(url);
  switch (refusal) {
    case 'denied':
      return `${host} is not an allowed address; an administrator can open it with SVC_ALLOW_HOSTS`;
    case 'unresolved':
      return `the host of ${url} could not be found`;
    case 'unreachable':
      return `the server of ${url} could not be reached`;
  }
}
