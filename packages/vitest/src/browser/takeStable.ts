import { page, server } from 'vitest/browser';

// Tests may replace these.
const setTimer = globalThis.setTimeout.bind(globalThis);
const now = performance.now.bind(performance);

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimer(resolve, milliseconds));

/** Milliseconds between two pictures that differ. */
const pause = 100;

export interface Picture {
  /** The whole of what is visible if null. */
  element: Element | null;
  /** Of Playwright's `screenshot`. */
  options: Record<string, unknown>;
  mask: readonly Element[];
  /** Rules that hold while the picture is taken. */
  style: string;
  /** Milliseconds for two pictures to be alike. */
  timeout: number;
}

/** Fills the whole page even where its content is smaller. */
const wholePage = 'html { min-height: 100vh !important; }';
/** What Playwright does itself. */
const stillPage =
  '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }';
const maskColor = '#ff00ff';

/** Takes pictures until two are alike; the last one where none are. In base64. */
export async function takeStable({ element, options, mask, style, timeout }: Picture): Promise<string> {
  const isPlaywright = server.provider === 'playwright';
  const rules = [style, element ? '' : wholePage, isPlaywright ? '' : stillPage].join('\n');
  const sheet = document.createElement('style');
  sheet.textContent = rules;
  if (rules.trim() !== '') document.head.append(sheet);
  const covers = isPlaywright ? [] : mask.map(cover);
  try {
    const take = () =>
      page.screenshot({
        element: element ?? document.documentElement,
        ...(isPlaywright ? { ...options, mask } : {}),
        save: false,
      } as { save: false });
    const deadline = now() + timeout;
    let last = await take();
    for (;;) {
      const next = await take();
      if (next === last || now() >= deadline) return next;
      last = next;
      await sleep(pause);
    }
  } finally {
    sheet.remove();
    for (const one of covers) one.remove();
  }
}

/** Lies over an element, as Playwright's masks do. */
function cover(element: Element): HTMLElement {
  const { left, top, width, height } = element.getBoundingClientRect();
  const one = document.createElement('div');
  Object.assign(one.style, {
    position: 'absolute',
    left: `${left + window.scrollX}px`,
    top: `${top + window.scrollY}px`,
    width: `${width}px`,
    height: `${height}px`,
    background: maskColor,
    zIndex: '2147483647',
  });
  document.documentElement.append(one);
  return one;
}
