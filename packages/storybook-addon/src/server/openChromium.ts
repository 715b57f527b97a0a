import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pictureFlags } from '@svc/stabilise';
import type { StoryBrowser } from '@svc/test-core/stories';

export interface OpenBrowser extends StoryBrowser {
  close(): Promise<void>;
}

interface Playwright {
  chromium: { launch(options: object): Promise<OpenBrowser> };
}

/** What people install Playwright as. */
const names = ['playwright', '@playwright/test', 'playwright-core'];

/** Why no browser could be opened, and the command that helps. */
export class BrowserError extends Error {
  readonly command: string;

  constructor(message: string, command: string) {
    super(message);
    this.command = command;
  }
}

/**
 * Chromium as the project's Playwright has it, which draws as that of the service does.
 * @param configDir the folder of Storybook's configuration
 * @throws BrowserError
 */
export async function openChromium(
  configDir: string,
  launchOptions: Record<string, unknown> = {},
): Promise<OpenBrowser> {
  const { chromium } = await findPlaywright(configDir);
  const { args = [] } = launchOptions as { args?: string[] };
  try {
    return await chromium.launch({ ...launchOptions, args: [...args, ...pictureFlags] });
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new BrowserError(`Chromium does not start: ${line}`, 'npx playwright install chromium');
  }
}

async function findPlaywright(configDir: string): Promise<Playwright> {
  const require = createRequire(join(configDir, 'main.js'));
  for (const name of names) {
    try {
      const found = await import(pathToFileURL(require.resolve(name)).href);
      return found.chromium ? found : found.default;
    } catch (error) {
      if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new BrowserError(
    'Taking snapshots requires Playwright, which this project does not have.',
    'npm install --save-dev playwright && npx playwright install chromium',
  );
}
