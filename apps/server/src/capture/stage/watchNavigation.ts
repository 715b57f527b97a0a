import type { Asking } from '@svc/stabilise';
import type { CDPSession, Page, Request } from 'playwright-core';
import { withoutFragment } from './withoutFragment.js';

export interface NavigationWatch {
  /** The next document is the fleet's own wish. */
  expect(): void;
  /** Where the page went since, of its own accord. */
  moves(): readonly Move[];
  /** Who opened another window, in words that end a sentence; empty when nobody knows. */
  opener(): string;
  /** Who asked for this document, likewise; null where it was the fleet. */
  askerOf(request: Request): string | null;
  forget(): void;
}

export interface Move {
  /** Where it went, and who asked for it: completes "the story …". */
  words: string;
  isReload: boolean;
}

/** Reasons of Chromium for a document, where a script's call tells less. */
const reasonWords: Record<string, string> = {
  anchorClick: 'by a click on a link',
  formSubmissionGet: 'by submitting a form',
  formSubmissionPost: 'by submitting a form',
  httpHeaderRefresh: 'by a Refresh header',
  metaTagRefresh: 'by <meta http-equiv="refresh">',
  reload: 'by a reload',
};

/** Of one capture: a page may ask for any number. */
const mostRemembered = 100;

/** Follows the documents that a page goes to of its own accord. */
export async function watchNavigation(page: Page, cdp: CDPSession): Promise<NavigationWatch> {
  let isExpected = false;
  let asked: { request: Request; from: string } | null = null;
  let own: Request | null = null;
  let moves: Move[] = [];
  let reasons = new Map<string, string>();
  let askings: Asking[] = [];

  const askerOf = (url: string): string => {
    const asking = askings.findLast(
      ({ kind, to }) => kind === 'navigate' && withoutFragment(to) === withoutFragment(url),
    );
    const reason = reasons.get(withoutFragment(url));
    const how =
      asking?.link != null
        ? `by a click on the link "${asking.link}"`
        : (reasonWords[reason ?? ''] ?? (asking || reason === 'scriptInitiated' ? 'by a script' : ''));
    return [how, asking ? inCall(asking) : ''].filter(Boolean).join(', ');
  };

  page.on('request', (request) => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    if (request.redirectedFrom()) {
      if (asked) asked.request = request;
    } else if (isExpected) {
      isExpected = false;
      own = request;
    } else asked = { request, from: page.url() };
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    // No request leads back to where the page was before its first document.
    if (frame.url() === 'about:blank' && !isExpected) {
      asked = null;
      moves.push({ words: 'went back to an empty page', isReload: false });
      return;
    }
    if (!asked || withoutFragment(frame.url()) !== withoutFragment(asked.request.url())) return;
    const first = firstOf(asked.request).url();
    const isReload = withoutFragment(first) === withoutFragment(asked.from);
    asked = null;
    const by = askerOf(first);
    const words = `${isReload ? 'reloaded itself' : `went to ${frame.url()}`}${by && ` (${by})`}`;
    moves.push({ words, isReload });
  });
  cdp.on('Page.frameRequestedNavigation', ({ url, reason }) => {
    if (reasons.size < mostRemembered) reasons.set(withoutFragment(url), reason);
  });
  cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
    const asking = name === 'svcAsking' ? readAsking(payload) : null;
    if (asking) askings = [...askings.slice(1 - mostRemembered), asking];
  });
  await Promise.all([
    cdp.send('Page.enable'),
    cdp.send('Runtime.enable'),
    cdp.send('Runtime.addBinding', { name: 'svcAsking' }),
  ]);

  return {
    expect() {
      isExpected = true;
      asked = null;
    },
    moves: () => moves,
    opener() {
      const asking = askings.findLast(({ kind }) => kind === 'open');
      return asking ? [asking.to, inCall(asking)].filter(Boolean).join(', ') : '';
    },
    askerOf: (request) => (firstOf(request) === own ? null : askerOf(firstOf(request).url())),
    forget() {
      moves = [];
      reasons = new Map();
      askings = [];
    },
  };
}

/** The page may say anything. */
function readAsking(said: string): Asking | null {
  const longest = 2_000;
  try {
    const { kind, to, link, stack }: Record<string, unknown> = JSON.parse(said);
    if (kind !== 'navigate' && kind !== 'open') return null;
    if (typeof to !== 'string' || !Array.isArray(stack)) return null;
    return {
      kind,
      to: to.slice(0, longest),
      link: typeof link === 'string' ? link.slice(0, longest) : null,
      stack: stack.filter((call) => typeof call === 'string').map((call) => call.slice(0, longest)),
    };
  } catch {
    return null;
  }
}

function firstOf(request: Request): Request {
  let first = request;
  for (let from = first.redirectedFrom(); from; from = first.redirectedFrom()) first = from;
  return first;
}

/** `in goAway (https://…/story.js:3:7)`: the call that is nearest to what happened. */
function inCall({ stack }: Asking): string {
  const [call] = stack;
  return call === undefined ? '' : `${call.startsWith('http') ? 'at' : 'in'} ${call}`;
}
