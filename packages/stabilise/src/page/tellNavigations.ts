import type {} from './DocumentKit.js';

/** What asked for another document, or another window. */
export interface Asking {
  kind: 'navigate' | 'open';
  /** The URL that was asked for. */
  to: string;
  /** Text of the link that was clicked. */
  link: string | null;
  /** The script that asked, `function (URL:line:column)` of each call, the innermost first; empty where there was none. */
  stack: string[];
}

/**
 * Runs before any script of a document: tells the fleet who asks for another document, which takes this one away. What only
 * another program could open, such as `mailto:`, is not asked for: the browser would give up what is still loading.
 */
export function tellNavigations(): void {
  const tell = (asking: Asking) => window.svcAsking?.(JSON.stringify(asking));
  let clicked: HTMLAnchorElement | null = null;
  const onClick = (event: Event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    clicked = link instanceof HTMLAnchorElement ? link : null;
  };
  const calls = (): string[] => {
    const lines = (new Error().stack ?? '').split('\n').map((line) => line.trim());
    return lines
      .filter((line) => /^at .*https?:\/\//.test(line))
      .map((line) => line.slice('at '.length))
      .slice(0, 3);
  };
  window.addEventListener('click', onClick, true);
  const needsProgram = (url: string) =>
    /^\s*[a-z][a-z\d+.-]*:/i.test(url) && !/^\s*(?:https?|about|blob|data|file|javascript):/i.test(url);
  window.navigation?.addEventListener('navigate', (event) => {
    const { destination, downloadRequest } = event;
    if (destination.sameDocument || downloadRequest !== null) return;
    if (needsProgram(destination.url)) {
      event.preventDefault();
      return;
    }
    const link = clicked?.href === destination.url ? (clicked.textContent ?? '').trim().slice(0, 80) : null;
    tell({ kind: 'navigate', to: destination.url, link, stack: calls() });
  });
  // Forms do not navigate in the sense of the event above.
  const mayBeSent = (form: HTMLFormElement, by: Element | null = null) =>
    !needsProgram(by?.getAttribute('formaction') ?? form.getAttribute('action') ?? '');
  window.addEventListener(
    'submit',
    (event) => {
      const { target, submitter } = event;
      if (target instanceof HTMLFormElement && !mayBeSent(target, submitter)) event.preventDefault();
    },
    true,
  );
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    if (mayBeSent(this)) submit.call(this);
  };
  const open = window.open.bind(window);
  window.open = (...given) => {
    if (needsProgram(String(given[0] ?? ''))) return null;
    tell({ kind: 'open', to: String(given[0] ?? ''), link: null, stack: calls() });
    return open(...given);
  };
}

declare global {
  interface Window {
    /** The fleet's ear: see `watchNavigation`. */
    svcAsking?: (asking: string) => unknown;
  }
}
