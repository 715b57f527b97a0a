import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { hostOfSite, serveFolders } from '../capture/serveFolder.js';

/** What Playwright alone makes of a story. */
export interface PlainLook {
  shows: boolean;
  /** What the page said, where it does not show. */
  error: string | null;
  png: Buffer;
}

export interface PlainBrowser {
  open(book: string, path: string): Promise<PlainLook>;
  close(): Promise<void>;
}

const limitMs = 60_000;
/** A busy machine runs the effects of a story that late. */
const lateMs = 2_000;

/** Opens stories in a browser without anything of ours, to tell what a story lacks from what the service lacks. */
export async function startPlainBrowser(folders: Record<string, string>): Promise<PlainBrowser> {
  const executablePath = findBrowser(process.env);
  if (!executablePath) throw new Error('there is no Chromium; name one with SVC_BROWSER_PATH');
  const server = await serveFolders(folders);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    open: (book, path) => look(browser, `http://${hostOfSite(book)}.localhost:${server.port}${path}`),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function look(browser: Browser, url: string): Promise<PlainLook> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    await page.goto(url, { waitUntil: 'load', timeout: limitMs });
    const hasStarted = await waitForStory(page);
    await page.waitForLoadState('networkidle', { timeout: limitMs });
    // An effect or a timer that throws takes away what was shown.
    await page.waitForTimeout(lateMs);
    const shows = hasStarted && !(await page.evaluate(isEmptyLadle));
    const png = await page.screenshot({ fullPage: true, animations: 'disabled' });
    const shown = await page.evaluate(() => document.body.innerText.trim().slice(0, 300));
    return { shows, error: shows ? null : [...errors, shown].join(' | '), png };
  } finally {
    await page.close();
  }
}

interface Preview {
  currentRender?: { phase?: string };
}

const isEmptyLadle = () => document.querySelector('#ladle-root')?.childNodes.length === 0;

/** Whether the tool shows the story, and not its own error page. */
async function waitForStory(page: Page): Promise<boolean> {
  const ended = await page
    .waitForFunction(
      () => {
        const { classList } = document.body;
        if (classList.contains('sb-show-errordisplay') || classList.contains('sb-show-nopreview'))
          return 'error';
        const ladle = document.querySelector('#ladle-root');
        if (ladle) {
          if (ladle.querySelector('.ladle-error-content')) return 'error';
          return ladle.childNodes.length > 0 && !ladle.querySelector('.ladle-ring') ? 'shown' : null;
        }
        const preview: Preview | undefined = Reflect.get(window, '__STORYBOOK_PREVIEW__');
        const phase = preview?.currentRender?.phase ?? '';
        if (phase === 'errored') return 'error';
        return ['completed', 'finished'].includes(phase) ? 'shown' : null;
      },
      null,
      { timeout: limitMs },
    )
    .catch(() => null);
  return (await ended?.jsonValue()) === 'shown';
}
