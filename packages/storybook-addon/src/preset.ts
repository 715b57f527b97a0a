import { resolve } from 'node:path';
import { checkAddonOptions } from './checkAddonOptions.js';
import { addonId } from './protocol.js';
import { AddonServer, type Channel } from './server/AddonServer.js';
import { isOpen } from './server/isOpen.js';
import { openSidebar, statusStoreOf } from './server/openSidebar.js';

/** What of Storybook's options this needs. */
interface StorybookOptions {
  port?: number;
  host?: string;
  https?: boolean;
  configDir?: string;
  /** All presets, each with what `.storybook/main` gives it. */
  presetsList?: { preset: unknown; options?: object }[];
}

/** Storybook calls this once its server listens for windows. */
export async function experimental_serverChannel<Shared extends Channel>(
  this: unknown,
  channel: Shared,
  storybook: StorybookOptions,
): Promise<Shared> {
  const options = storybook.presetsList?.find(({ preset }) => preset === this)?.options ?? {};
  checkAddonOptions(options);
  const { port = 6006, https = false } = storybook;
  const configDir = resolve(storybook.configDir ?? '.storybook');
  // Projects with a Storybook each may share a configuration.
  const statuses = statusStoreOf([process.cwd(), configDir, import.meta.dirname], addonId);
  new AddonServer(channel, {
    isOpen: () => isOpen(storybook.host, port),
    showStatuses: openSidebar(statuses, addonId),
    url: `${https ? 'https' : 'http'}://${hostOf(storybook)}:${port}/`,
    configDir,
    options,
    env: process.env,
    cwd: process.cwd(),
  });
  return channel;
}

/** A server that listens everywhere is reached here by name. */
function hostOf({ host }: StorybookOptions): string {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
