import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DiffSummary } from '@svc/schema';
import { describe, expect, test } from 'vitest';
import type { Scratch } from '../clients/scratch.js';
import type { Driver, Scenario, ScenarioRun } from './Driver.js';
import { scenarios } from './scenarios.js';
import { startEndingProxy } from './startEndingProxy.js';
import { clientOf, useService } from './useService.js';

/** An address that nothing listens at. */
const nowhere = 'http://127.0.0.1:9';

/** What every plugin has to do, with the runner that it is for. */
export function contractSuite(driver: Driver, { isShort }: { isShort: boolean }): void {
  describe(driver.name, () => {
    const shared = useService((scratch) => driver.install(scratch));
    const chosen = scenarios.filter(
      (scenario) => (scenario.isShort || !isShort) && !scenario.runs.some((run) => isLacking(driver, run)),
    );
    test.each(chosen.map((scenario, index) => [scenario.name, scenario, index] as const))(
      '%s',
      { timeout: 900_000 },
      (_, scenario, index) => play(scenario, `suite ${index}`),
    );

    async function play({ runs }: Scenario, suite: string): Promise<void> {
      const { server, scratch } = shared;
      let number = 0;
      for (const run of runs) {
        if (!run.sameCommit) number += 1;
        const commit = `c0ffee0${number}`;
        const proxy = run.endsEarly ? await startEndingProxy(server.url) : null;
        const { code, output } = await driver.run(scratch, suite, run, {
          SVC_API_URL: run.isDown ? nowhere : (proxy?.url ?? server.url),
          SVC_API_KEY: server.apiKey ?? '',
          SVC_BRANCH: 'main',
          SVC_COMMIT: commit,
          SVC_BROWSER_PATH: process.env.SVC_BROWSER_PATH,
          ...run.env,
        });
        await proxy?.stop();
        expect(code, output).toBe(run.code);
        for (const part of run.says ?? []) expect(output).toMatch(part);
        for (const part of run.saysNot ?? []) expect(output).not.toMatch(part);
        if (run.snapshots) expect(await statusesOf(suite, commit)).toEqual(expectedOf(run));
        if (run.causes) expect(await causesOf(suite, commit)).toEqual(run.causes);
        if (run.attached && driver.attachments) expect(driver.attachments(scratch)).toEqual(run.attached);
        expect(writtenImages(scratch), 'written beside the tests').toEqual([]);
      }
    }

    function expectedOf({ snapshots = {}, projects }: ScenarioRun): Record<string, string> {
      if (projects || !driver.browser) return snapshots;
      return Object.fromEntries(
        Object.entries(snapshots).map(([slot, status]) => [`${slot} ${driver.browser}`, status]),
      );
    }

    async function diffsOf(suite: string, commit: string): Promise<DiffSummary[]> {
      const { server } = shared;
      const query = new URLSearchParams({ suite });
      const answer = await fetch(`${server.url}/api/v1/diffs?${query}`, {
        headers: { 'x-api-key': server.apiKey ?? '' },
      });
      if (answer.status === 404) return [];
      const { diffs } = (await answer.json()) as { diffs: DiffSummary[] };
      return diffs.filter((diff) => diff.commit === commit);
    }

    async function causesOf(suite: string, commit: string): Promise<string[]> {
      const named = new Set<string>();
      for (const { id } of await diffsOf(suite, commit)) {
        for (const { property, kind } of (await clientOf(shared).getCauses(id)).groups)
          named.add(property ?? kind);
      }
      return [...named].sort();
    }

    async function statusesOf(suite: string, commit: string): Promise<NonNullable<ScenarioRun['snapshots']>> {
      const statuses: Record<string, string> = {};
      for (const { id } of await diffsOf(suite, commit)) {
        for (const { name, viewport, browser, status } of (await clientOf(shared).getDiff(id)).results) {
          const size = viewport && `${viewport.width}x${viewport.height}`;
          statuses[[name, size, browser].filter(Boolean).join(' ')] = status;
        }
      }
      return statuses;
    }
  });
}

const isLacking = (
  { lacks = [] }: Driver,
  { tests, projects, shard, retries, causes }: ScenarioRun,
): boolean => {
  const needs = {
    projects,
    shard,
    retries,
    causes,
    killsRunner: tests.some(({ killsRunner }) => killsRunner),
    files: new Set(tests.map(({ file }) => file)).size > 1,
  };
  return lacks.some((need) => needs[need]);
};

/** Images beside the tests: a plugin leaves none in the repository. */
function writtenImages({ folder }: Scratch): string[] {
  const tests = join(folder, 'tests');
  if (!existsSync(tests)) return [];
  return readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(png|webp)$/.test(file),
  );
}
