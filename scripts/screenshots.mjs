// Takes the images of the README and the docs: run `npm run demo`, then
// `node scripts/screenshots.mjs <the sign-in link> <the review link> [<suite>]` with what it has printed.
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findOrInstallBrowser } from './setup/browser.mjs';
import { root, runScript } from './setup/runProgram.mjs';

const folder = path.join(root, 'docs/images');
const viewport = { width: 1280, height: 800 };
/** Bytes that an image may have, so that the page is there at once. */
const limit = 300_000;

await runScript(async () => {
  const [signIn, review, suite = 'default'] = process.argv.slice(2);
  if (!signIn || !review) {
    throw new Error('say the sign-in link and the review link, as npm run demo prints them');
  }
  mkdirSync(folder, { recursive: true });
  const { origin, pathname } = new URL(review);
  const project = origin + pathname.split('/').slice(0, 3).join('/');
  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    // Chromium refuses to run as root with its sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(signIn);
    // The first time it asks how to sign in next time.
    await page
      .getByText('Later')
      .or(page.getByRole('heading', { name: 'Projects' }))
      .first()
      .waitFor();
    const shoot = async (name, colorScheme, url, ready, { clip, pointAt } = {}) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(url);
      await ready();
      // The page follows events, so its network is never idle.
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      if (pointAt) await pointAt().hover();
      else await page.mouse.move(0, 0);
      const file = path.join(folder, `${name}.png`);
      await page.screenshot({ path: file, ...(clip && { clip }) });
      const { size } = statSync(file);
      if (size > limit) throw new Error(`${name}.png has ${size} bytes, more than ${limit}`);
      console.log(`${path.relative(root, file)}  ${Math.round(size / 1000)} kB`);
    };
    const trip = `${review}?result=Components/Card/Trip`;
    const listed = () => page.getByRole('listbox').waitFor();
    await shoot('review', 'light', `${trip}&view=side`, listed);
    await shoot('review-dark', 'dark', `${trip}&view=difference`, listed);
    const cause = () => page.getByTestId('why').getByRole('button').first();
    await shoot(
      'causes',
      'light',
      `${review}?result=Components/Button/Danger&view=side`,
      () => cause().waitFor(),
      { clip: { x: 320, y: 60, width: 960, height: 420 }, pointAt: cause },
    );
    await shoot('causes-effect', 'light', `${trip}&view=side`, () => cause().waitFor(), {
      clip: { x: 320, y: 60, width: 960, height: 720 },
      pointAt: cause,
    });
    await shoot('suite', 'light', `${project}/suites/${encodeURIComponent(suite)}`, () =>
      page.getByText(/^\d+ baselines$/).waitFor(),
    );
  } finally {
    await browser.close();
  }
});
