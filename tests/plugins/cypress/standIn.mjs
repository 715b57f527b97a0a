// Stands for `cypress run` in a project: loads its configuration, runs its specs in a real browser with as much of Cypress's
// API as the plugin uses, and calls the handlers of its events with what Cypress 15 tells them. Cypress itself is a program that
// is not on npm. Shapes of the events: cypress/types/cypress.d.ts and cypress-npm-api.d.ts of the package
// cypress@15.3.0, and packages/server/lib/screenshots.ts of its source.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';

const root = process.cwd();
const { specs, retries, config: own } = JSON.parse(readFileSync(join(root, 'standIn.json'), 'utf8'));
const config = {
  isTextTerminal: true,
  screenshotsFolder: join(root, 'cypress/screenshots'),
  viewportWidth: 320,
  viewportHeight: 240,
  pixelRatio: 1,
  ...own,
};

const handlers = new Map();
const tasks = {};
const on = (event, handler) =>
  event === 'task' ? Object.assign(tasks, handler) : handlers.set(event, handler);
try {
  createRequire(join(root, 'package.json'))('./cypress.config.cjs').e2e.setupNodeEvents(on, config);
} catch (error) {
  console.error(`Your configFile threw an error from: cypress.config.cjs\n\n${error.stack}`);
  process.exit(1);
}

const bundle = await rolldown({ input: join(root, 'cypress/support/e2e.js'), platform: 'browser' });
const { output } = await bundle.generate({ format: 'iife' });
const support = output[0].code;

const frameStyle = `border: 0; width: ${config.viewportWidth}px; height: ${config.viewportHeight}px`;
const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  response.setHeader('content-type', 'text/html');
  if (url.pathname === '/__/')
    response.end(`<body style="margin: 0"><iframe style="${frameStyle}"></iframe>`);
  // Cypress puts such a script into every document.
  else response.end(`<script>parent.onPageBegins?.(window)</script>${url.searchParams.get('html')}`);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.SVC_BROWSER_PATH });

async function openRunner(spec) {
  const page = await browser.newPage({
    viewport: config.window ?? { width: 1280, height: 720 },
    deviceScaleFactor: config.pixelRatio,
  });
  const session = await page.context().newCDPSession(page);
  await page.exposeFunction('standIn', async (kind, { name, argument, clip, options, command, params }) => {
    if (kind === 'protocol') return session.send(command, params);
    if (kind === 'screenshot') return takeScreenshot(page, spec, { name, clip, options });
    try {
      const answer = await tasks[name](argument);
      return answer === undefined ? { error: 'The task handler returned undefined' } : { answer };
    } catch (error) {
      return { error: error.message };
    }
  });
  return page;
}

async function takeScreenshot(page, specName, { name, clip, options }) {
  const path = join(config.screenshotsFolder, specName, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  const png = await page.screenshot({ clip, fullPage: options.capture === 'fullPage' });
  writeFileSync(path, png);
  const details = {
    ...{ testAttemptIndex: 0, size: png.length, takenAt: new Date().toJSON(), multipart: false },
    ...{ dimensions: { width: png.readUInt32BE(16), height: png.readUInt32BE(20) } },
    ...{ pixelRatio: config.pixelRatio, name, specName, testFailure: false, path },
    ...{ scaled: options.scale, blackout: [], duration: 1 },
  };
  return { ...details, ...(await handlers.get('after:screenshot')?.(details)) };
}

const runs = [];
let passed = 0;
let failed = 0;
for (const spec of specs) {
  const page = await openRunner(spec);
  await page.goto(`${address}/__/`);
  await page.addScriptTag({ path: new URL('pageApi.js', import.meta.url).pathname });
  await page.addScriptTag({ content: support });
  await page.addScriptTag({ content: readFileSync(join(root, spec), 'utf8') });
  const results = await page.evaluate((run) => window.runTests(run), { spec, retries });
  runs.push({
    spec: { name: spec, relative: spec, absolute: join(root, spec) },
    tests: results.map(({ title, error, attempts }) => ({
      ...{ title: [title], displayError: error, duration: 1 },
      ...{ state: error ? 'failed' : 'passed', attempts },
    })),
  });
  for (const { title, error } of results) {
    if (error) console.log(`  ${title}\n    ${error}`);
    if (error) failed += 1;
    else passed += 1;
  }
  await page.close();
}
await browser.close();
server.close();
console.log(`${passed} passing\n${failed} failing`);

try {
  await handlers.get('after:run')?.({
    totalTests: passed + failed,
    totalPassed: passed,
    totalFailed: failed,
    runs,
  });
} catch (error) {
  console.log(
    'An error was thrown in your plugins file while executing the handler for the after:run event.',
  );
  console.log(`\nThe error we received was:\n\n${error.stack}`);
  process.exit(1);
}
process.exitCode = Math.min(failed, 255);
