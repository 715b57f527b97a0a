import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createScratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import { contractSuite } from './contract.js';
import { cypressDriver, standIn, writeCypressProject } from './cypressDriver.js';

const isWhole = process.env.SVC_PLUGINS === 'all';

contractSuite(cypressDriver, { isShort: !isWhole });

test.each([
  ['a window that cuts the page', { window: { width: 300, height: 700 } }, 1, 'cuts a page of 320x240'],
  ['a screen with two pixels for one', { pixelRatio: 2 }, 1, '--force-device-scale-factor=1'],
  ['cypress open', { isTextTerminal: false }, 0, '1 passing'],
])('%s is told in words, and nothing is uploaded', { timeout: 180_000 }, async (_, config, code, words) => {
  const scratch = createScratch();
  try {
    await cypressDriver.install(scratch);
    const tests = [{ file: 'home.spec.ts', title: 'home', shots: [{ color: 'teal' }] }];
    writeCypressProject(scratch, { suite: 'e2e' }, { tests }, config);
    const env = { SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH };
    const ended = await scratch.run(process.execPath, [standIn], env);
    expect(ended.code, ended.output).toBe(code);
    expect(ended.output).toContain(words);
    expect(ended.output).not.toContain('svc: ');
  } finally {
    scratch.remove();
  }
});

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

// Without its program, which a script of the package would fetch.
test.runIf(isWhole).each(['13.0.0', '15.3.0'])('the types fit those of Cypress %s', async (version) => {
  const scratch = createScratch();
  try {
    const installed = await scratch.run(
      'npm',
      ['install', '--no-save', '--ignore-scripts', tarballOf('cypress'), `cypress@${version}`],
      { ...process.env, CYPRESS_INSTALL_BINARY: '0' },
    );
    expect(installed.code, installed.output).toBe(0);
    scratch.write(
      'cypress.config.ts',
      `import { browserFlags, svcCypress } from '@svc/cypress';
import { defineConfig } from 'cypress';
export default defineConfig({
  e2e: {
    setupNodeEvents(on, config) {
      on('before:browser:launch', (browser, launch) => {
        if (browser.name === 'electron') Object.assign(launch.preferences, { width: 1600, height: 1200 });
        else launch.args.push(...browserFlags);
        return launch;
      });
      return svcCypress(on, config, { suite: 'e2e' });
    },
  },
});
`,
    );
    scratch.write(
      'home.cy.ts',
      `import '@svc/cypress/support';
cy.svcSnapshot();
cy.svcSnapshot('Home', { viewports: [{ width: 375, height: 667 }], modes: { dark: { colorScheme: 'dark' } } });
cy.get('nav').svcSnapshot({ mask: ['.clock'] }).should('be.visible');
// @ts-expect-error: no such option
cy.svcSnapshot('Home', { fullpage: true });
`,
    );
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const flags = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'cypress', '--lib', 'es2023,dom'];
      const { code, output } = await scratch.run(process.execPath, [
        tsc,
        ...flags,
        ...['--module', module, '--moduleResolution', resolution],
        ...['cypress.config.ts', 'home.cy.ts'],
      ]);
      expect(code, output).toBe(0);
    }
  } finally {
    scratch.remove();
  }
});
