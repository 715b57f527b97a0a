import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import { countedTest, firstArgument } from './countedTest.js';
import type { Driver, ScenarioRun, ScenarioTest } from './Driver.js';

const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));
export const standIn = fileURLToPath(new URL('cypress/standIn.mjs', import.meta.url));

/** The plugin with what stands for Cypress here: see `cypress/standIn.mjs`. */
export const cypressDriver: Driver = {
  name: 'cypress, with a stand-in for its runner',
  browser: 'chrome',
  // One process runs all specs, one after the other; machines have shards of their own CI.
  lacks: ['projects', 'shard', 'killsRunner', 'causes'],
  async install(scratch) {
    const { code, output } = await scratch.run('npm', [
      'install',
      '--no-save',
      '--offline',
      tarballOf('cypress'),
    ]);
    if (code !== 0) throw new Error(`the plugin cannot be installed:\n${output}`);
  },
  async run(scratch, suite, run, env) {
    writeCypressProject(scratch, { suite, ...run.options }, run);
    const line = run.within ? [svc, ...run.within, '--', process.execPath, standIn] : [standIn];
    const { code, output } = await scratch.run(process.execPath, line, env);
    return {
      code: code === null ? null : Math.min(code, 1),
      output: output.replace(/(\d+) passing/g, '$1 passed').replace(/(\d+) failing/g, '$1 failed'),
    };
  },
};

/** @param options of the plugin */
export function writeCypressProject(
  scratch: Scratch,
  options: object,
  { tests, retries = 0 }: Pick<ScenarioRun, 'tests' | 'retries'>,
  config: object = {},
): void {
  const specs = [...new Set(tests.map((test) => test.file))];
  for (const file of readdirSync(scratch.folder))
    if (file.endsWith('.spec.ts')) rmSync(join(scratch.folder, file));
  for (const spec of specs) {
    const own = tests.filter((test) => test.file === spec);
    scratch.write(spec, `const attempts = {};\n${own.map(testText).join('\n')}\n`);
  }
  mkdirSync(join(scratch.folder, 'cypress/support'), { recursive: true });
  scratch.write('cypress/support/e2e.js', "import '@svc/cypress/support';\n");
  scratch.write(
    'cypress.config.cjs',
    `const { svcCypress } = require('@svc/cypress');
module.exports = {
  e2e: { setupNodeEvents: (on, config) => svcCypress(on, config, ${JSON.stringify(options)}) },
};
`,
  );
  scratch.write('standIn.json', JSON.stringify({ specs, retries, config }));
}

const testText = (test: ScenarioTest): string =>
  countedTest(test, {
    keyword: 'it',
    isQueued: true,
    show: (html) => `cy.visit('/page?html=' + encodeURIComponent(${html}))`,
    take: (name, options) => `cy.svcSnapshot(${firstArgument(name)}${JSON.stringify(options)})`,
  });
