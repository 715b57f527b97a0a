import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultRateLimits, minute } from '../../apps/server/src/domain/access/rateLimits.js';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { createTestFleet } from '../../apps/server/testing/createTestFleet.js';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { run } from '../../packages/cli/src/run.js';
import { SvcClient } from '../../packages/sdk/src/SvcClient.js';
import type { SvcClientOptions } from '../../packages/sdk/src/SvcClientOptions.js';

export interface SvcRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** A project of its own in a real service with the limits of the contract, and the clients of it. */
export interface Project {
  service: TestService;
  url: string;
  /** `org/project`. */
  slug: string;
  apiKey: string;
  client: SvcClient;
  newClient(options?: Partial<SvcClientOptions>): SvcClient;
  /** Empty at first; the working directory of {@link svc}. */
  folder: string;
  /** Runs `svc` on commit `c1` of the branch main, unless the environment says otherwise. */
  svc(args: string[], env?: Record<string, string>): Promise<SvcRun>;
}

/** Takes a red image of every address, and finds two stories in every build. */
const redFleet: Fleet = {
  ...createTestFleet(() => ({ shade: 200, renderer: 'red' })),
  discoverStories: async ({ baseUrl }) => [
    { id: 'a--one', title: 'A', name: 'One', url: `${baseUrl}?story=a--one` },
    { id: 'a--two', title: 'A', name: 'Two', url: `${baseUrl}?story=a--two` },
  ],
};

export async function startWorld() {
  const service = await startTestService(redFleet, { limits: defaultRateLimits, ...minute });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const root = mkdtempSync(join(tmpdir(), 'svc-conformance-'));
  let projects = 0;

  async function openProject(): Promise<Project> {
    projects += 1;
    const slug = `acme/row-${projects}`;
    const apiKey = await service.newKey(slug);
    const folder = mkdtempSync(join(root, 'row-'));
    const newClient = (options: Partial<SvcClientOptions> = {}) =>
      new SvcClient({ apiKey, apiUrl: url, maxRetries: 0, sleep: () => sleep(20), ...options });
    return {
      service,
      url,
      slug,
      apiKey,
      client: newClient(),
      newClient,
      folder,
      async svc(args, env = {}) {
        let stdout = '';
        let stderr = '';
        const code = await run(args, {
          env: {
            PATH: process.env.PATH,
            SVC_API_KEY: apiKey,
            SVC_API_URL: url,
            SVC_BRANCH: 'main',
            SVC_COMMIT: 'c1',
            ...env,
          },
          stdin: process.stdin,
          cwd: folder,
          stdout: { write: (text) => (stdout += text) },
          stderr: { write: (text) => (stderr += text) },
          signal: new AbortController().signal,
        });
        return { code, stdout, stderr };
      },
    };
  }

  return {
    openProject,
    async stop() {
      await service.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
