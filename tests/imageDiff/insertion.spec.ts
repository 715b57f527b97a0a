import { compare } from '@svc/image-diff';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserPath } from '../web/browserPath.js';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: browserPath() });
});
afterAll(() => browser.close());

const sections = 50;

/** A page of 1280 × 8000 pixels: sections of 160 pixels with text, rules, buttons and shades. */
function sectionHtml(number: number): string {
  const hue = (number * 47) % 360;
  return `<section style="box-sizing:border-box;height:160px;overflow:hidden;border-bottom:1px solid #ccd">
    <h2 style="margin:12px 24px;font:20px sans-serif">Section ${number} of the page</h2>
    <p style="margin:0 24px;width:${500 + number * 9}px;font:14px/20px sans-serif">
      ${`What number ${number} has to say about itself, in words. `.repeat(4)}</p>
    <button style="margin:10px 24px;border-radius:9px;background:hsl(${hue} 70% 80%)">Choose ${number}</button>
    <div style="height:8px;background:linear-gradient(90deg,hsl(${hue} 80% 60%),#fff)"></div>
  </section>`;
}

async function screenshot(bannerAt: number | null): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const banner = '<div style="height:20px;background:#ffd166">A new banner</div>';
  const parts = Array.from({ length: sections }, (_, index) => sectionHtml(index + 1));
  if (bannerAt !== null) parts.splice(bannerAt, 0, banner);
  await page.setContent(`<!doctype html><body style="margin:0">${parts.join('')}`);
  const png = await page.screenshot({ fullPage: true });
  await page.close();
  return png;
}

test('20 pixels inserted into a long page are one inserted band, and nothing else changed', async () => {
  const before = await screenshot(null);
  for (const at of [0, 1, 25, sections]) {
    const { width, height, diffPixels, explanation } = await compare(before, await screenshot(at), {
      explain: true,
    });
    expect([width, height]).toEqual([1280, 8020]);
    const y = at * 160;
    expect(explanation).toMatchObject({
      rows: [{ kind: 'inserted', y, baseY: y, height: 20 }],
      alignedDiffPixels: 0,
      regions: [{ x: 0, y, width: 1280, height: 20 }],
    });
    expect(diffPixels).toBeGreaterThanOrEqual(20 * 1280);
  }
});
