import { recordShown } from '@svc/stabilise';
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
  /** Whether a picture comes with the layout of its page. */
  layout: boolean;
  /** Whether a picture, in base64, is what its snapshot is compared with: it needs no second one, and no layout. */
  isKnown(png: string): Promise<boolean>;
}

export interface StablePicture {
  /** In base64. */
  png: string;
  /** A layout record as JSON; null where none was taken. */
  record: string | null;
}

/** Fills the whole page even where its content is smaller. */
const wholePage = 'html { min-height: 100vh !important; }';
/** What Playwright does itself. */
const stillPage =
  '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }';
const maskColor = '#ff00ff';

/** Takes pictures until two are alike; the last one where none are. */
export async function takeStable(picture: Picture): Promise<StablePicture> {
  const { element, options, mask, style, timeout, isKnown } = picture;
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
    if (await isKnown(last)) return { png: last, record: null };
    for (;;) {
      const next = await take();
      if (next === last || now() >= deadline) return { png: next, record: await recordOf(picture, next) };
      last = next;
      await sleep(pause);
    }
  } finally {
    sheet.remove();
    for (const one of covers) one.remove();
  }
}

/** Null where it cannot be told: the picture is as good without. */
async function recordOf({ element, layout, isKnown }: Picture, png: string): Promise<string | null> {
  if (!layout || (await isKnown(png))) return null;
  const header = new DataView(bytesOf(png.slice(0, headerLength)).buffer);
  const size = { width: header.getUint32(16), height: header.getUint32(20) };
  try {
    const box = (element ?? document.documentElement).getBoundingClientRect();
    return recordShown({ picture: size, box });
  } catch {
    return null;
  }
}

/** Of base64, which has the size of a PNG. */
const headerLength = 32;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

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
