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

/** Runs before any script of a document: tells the fleet who asks for another document, which takes this one away. */
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
  window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (destination.sameDocument || downloadRequest !== null) return;
    const link = clicked?.href === destination.url ? (clicked.textContent ?? '').trim().slice(0, 80) : null;
    tell({ kind: 'navigate', to: destination.url, link, stack: calls() });
  });
  const open = window.open.bind(window);
  window.open = (...given) => {
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
