import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScratch, type Scratch } from './scratch.js';
import { startRegistry, strangersWords } from './startRegistry.js';

let registry: Awaited<ReturnType<typeof startRegistry>>;
let scratch: Scratch;
beforeAll(async () => {
  registry = await startRegistry();
  scratch = createScratch();
});
afterAll(() => {
  registry?.stop();
  scratch?.remove();
});

const npx = (...args: string[]) =>
  scratch.run('npx', args, { CI: 'true', npm_config_registry: registry.url });

// npx would run it, too, once somebody has let it in: without `--no`, it stays in npm's cache.
test('where the command is not installed, npx --no does not fetch a stranger’s, which npx alone runs', async () => {
  for (const args of [['whoami'], ['stories-a', './storybook-static', '--auto-baseline']]) {
    const { code, output } = await npx('--no', 'svc', ...args);
    expect(output).not.toContain(strangersWords);
    expect(code).not.toBe(0);
  }
  const careless = await npx('--yes', 'svc', 'whoami');
  expect(careless.output).toContain(strangersWords);
});
