import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tarballOf } from '../clients/tarballs.js';
import { useService } from './useService.js';

/** `npm run test:plugins` sets both: Selenium and Puppeteer from the registry, with a chromedriver of the browser's version. */
const isWhole = process.env.SVC_PLUGINS === 'all';
const chromeDriver = process.env.SVC_CHROMEDRIVER_PATH;

interface AnyDriver {
  name: string;
  install: string[];
  /** Text of a module: `open()` gives `show(html)`, `takePng()` and `close()`. */
  module: string;
}

const playwright: AnyDriver = {
  name: 'a driver that gives bytes',
  install: ['--offline'],
  module: `import { chromium } from 'playwright-core';
export async function open() {
  const browser = await chromium.launch({ executablePath: process.env.SVC_BROWSER_PATH });
  const page = await browser.newPage();
  return {
    show: (html) => page.setContent(html),
    takePng: () => page.screenshot(),
    close: () => browser.close(),
  };
}`,
};

const selenium: AnyDriver = {
  name: 'selenium-webdriver 4.49.0',
  install: ['selenium-webdriver@4.49.0'],
  module: `import { Builder } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';
export async function open() {
  const options = new chrome.Options();
  options.setChromeBinaryPath(process.env.SVC_BROWSER_PATH);
  options.addArguments('--headless', '--no-sandbox', '--window-size=400,300');
  const driver = await new Builder()
    .forBrowser('chrome')
    .setChromeOptions(options)
    .setChromeService(new chrome.ServiceBuilder(process.env.SVC_CHROMEDRIVER_PATH))
    .build();
  return {
    show: (html) => driver.get('data:text/html,' + encodeURIComponent(html)),
    takePng: () => driver.takeScreenshot(),
    close: () => driver.quit(),
  };
}`,
};

const puppeteer: AnyDriver = {
  name: 'puppeteer-core 25.16.0',
  install: ['puppeteer-core@25.16.0'],
  module: `import puppeteer from 'puppeteer-core';
export async function open() {
  const browser = await puppeteer.launch({
    executablePath: process.env.SVC_BROWSER_PATH,
    headless: 'shell',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  return {
    show: (html) => page.setContent(html),
    takePng: () => page.screenshot(),
    close: () => browser.close(),
  };
}`,
};

const program = `import { completeSnapshots, snapshot } from '@svc/sdk';
import { open } from './driver.mjs';
const driver = await open();
let exitCode = 0;
try {
  for (const name of ['Home', 'Cart']) {
    await driver.show('<body style="background: ' + (name === 'Cart' ? process.env.COLOR : 'teal') + '">' + name);
    const result = await snapshot(() => driver.takePng(), name, { suite: 'any', browser: 'phone' });
    console.log(name, result?.status ?? 'not uploaded');
  }
} catch (error) {
  console.error(error.message);
  exitCode = 1;
} finally {
  await driver.close();
  await completeSnapshots({ exitCode });
}
process.exitCode = exitCode;
`;

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

function suite({ name, install, module }: AnyDriver) {
  describe(name, () => {
    const shared = useService(async (scratch) => {
      const flags = ['install', '--no-save', ...install, tarballOf('sdk')];
      const env = install.includes('--offline') ? {} : process.env;
      const { code, output } = await scratch.run('npm', flags, env);
      expect(code, output).toBe(0);
      if (install.includes('--offline')) {
        mkdirSync(join(scratch.folder, 'node_modules'), { recursive: true });
        symlinkSync(join(modules, 'playwright-core'), join(scratch.folder, 'node_modules/playwright-core'));
      }
      scratch.write('driver.mjs', module);
      scratch.write('program.mjs', program);
    });

    const run = (commit: string, env: NodeJS.ProcessEnv) =>
      shared.scratch.run(process.execPath, ['program.mjs'], {
        SVC_API_URL: shared.server.url,
        SVC_API_KEY: shared.server.apiKey ?? '',
        SVC_BRANCH: 'main',
        SVC_COMMIT: commit,
        SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
        SVC_CHROMEDRIVER_PATH: chromeDriver,
        ...env,
      });

    test('snapshots are new, then unchanged; a change fails a local run', async () => {
      const first = await run('c0ffee01', { COLOR: 'gold', SVC_AUTO_APPROVE: 'true' });
      expect(first, first.output).toMatchObject({ code: 0, output: 'Home new\nCart new\n' });
      const changed = await run('c0ffee02', { COLOR: 'navy', SVC_LOCAL: 'true' });
      // Two streams, in any order.
      expect(changed.output).toContain('Home unchanged\n');
      expect(changed.output).toMatch(/^changed: Cart \(\d+\.\d\d % of pixels\)\. Review it: http:/m);
      expect(changed.code).toBe(1);
      const other = await run('c0ffee03', { COLOR: 'gold', SVC_API_KEY: '' });
      expect(other.output).toContain('svc: no API key');
      expect(other.output).toContain('Home not uploaded\nCart not uploaded\n');
      expect(other.code).toBe(0);
    });
  });
}

suite(playwright);
if (isWhole) suite(puppeteer);
// Needs a chromedriver, which `npm run test:plugins` gets from Debian.
if (isWhole && chromeDriver) suite(selenium);
else if (isWhole)
  test.skip('selenium: there is no chromedriver; name one in SVC_CHROMEDRIVER_PATH', () => {});
