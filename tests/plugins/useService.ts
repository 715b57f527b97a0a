import { afterAll, beforeAll } from 'vitest';
import { SvcClient } from '../../packages/sdk/src/SvcClient.js';
import { createScratch, type Scratch } from '../clients/scratch.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from '../service/startServer.js';

/** What the tests of a file or of a group share, once they have begun. */
export interface Shared {
  server: Server;
  /** A project outside of the workspace. */
  scratch: Scratch;
}

/**
 * A service, and beside it a project with what `install` puts there, for all tests of the file or of the group that this is
 * called in.
 */
export function useService(install: (scratch: Scratch) => Promise<void>): Shared {
  let dataDir: string;
  const shared: Partial<Shared> = {};
  beforeAll(async () => {
    dataDir = await makeDataDir();
    const scratch = createScratch();
    shared.scratch = scratch;
    const [server] = await Promise.all([startOnSharedDatabase(dataDir), install(scratch)]);
    shared.server = server;
  });
  afterAll(async () => {
    await shared.server?.stop();
    shared.scratch?.remove();
    await removeDataDir(dataDir);
  });
  const begun = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('the tests have not begun');
    return part;
  };
  return {
    get server() {
      return begun(shared.server);
    },
    get scratch() {
      return begun(shared.scratch);
    },
  };
}

/** Knows the service of the tests, and nothing of the environment. */
export const clientOf = ({ server }: Shared): SvcClient =>
  new SvcClient({ apiUrl: server.url, apiKey: server.apiKey ?? '', environment: false });

/** Runs a program of Node in the project, as CI would run it for a commit of main. */
export const runOnMain = ({ scratch, server }: Shared, args: readonly string[], commit: string) =>
  scratch.run(process.execPath, args, {
    SVC_API_URL: server.url,
    SVC_API_KEY: server.apiKey ?? '',
    SVC_BRANCH: 'main',
    SVC_COMMIT: commit,
    SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
  });
