import { chromium } from 'playwright-core';

/**
 * What most tools do: open each story's address, wait until the network is idle, take a full-page image.
 * @param keepPage one page per lane for all stories, instead of a new context for each
 * @returns how many images it took
 */
export async function plainLoop({ browserPath, urls, pages, keepPage }) {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const queue = [...urls];
  const viewport = { width: 1280, height: 720 };
  const lane = async () => {
    let page = keepPage ? await browser.newPage({ viewport }) : null;
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      page ??= await browser.newPage({ viewport });
      await page.goto(url, { waitUntil: 'networkidle' });
      await page.screenshot({ fullPage: true, animations: 'disabled' });
      if (keepPage) continue;
      await page.context().close();
      page = null;
    }
  };
  await Promise.all(Array.from({ length: pages }, lane));
  await browser.close();
  return urls.length;
}
