import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../startTestService.js';
import { start, startTeam, type Team } from './startTeam.js';

const buildHeader = '| build | story | result | who decides | base | why |';
const eventHeader = '| then | outcome |';

export type Scenarios = Record<string, (team: Team) => Promise<void>>;

/** Plays every scenario of a chapter of docs/baselines.md, whose tables are what is expected of it. */
export function playScenarios(chapter: string, scenarios: Scenarios): void {
  const page = readFileSync(new URL('../../../../docs/baselines.md', import.meta.url), 'utf8');
  const sections = sectionsOf(page, chapter);

  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  test.each(Object.entries(scenarios).map((entry, index) => [...entry, index] as const))(
    '%s',
    async (title, play, index) => {
      const team = await startTeam(service, index);
      try {
        await play(team);
      } finally {
        team.repository.remove();
      }
      const { builds, events } = team.notes;
      const tables = [
        builds.length > 0 ? [buildHeader, ...builds] : [],
        events.length > 0 ? [eventHeader, ...events] : [],
      ].flat();
      expect(sections.get(title) ?? []).toEqual(tables);
    },
    60_000,
  );

  test('the page has the scenarios of this chapter, in the same order', () => {
    expect([...sections.keys()]).toEqual(Object.keys(scenarios));
  });
}

/** The lines of the tables of each scenario, without what pads their cells. */
function sectionsOf(page: string, chapter: string): Map<string, string[]> {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? '';
  const sections = text.split(/^### /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('|') && !/^[|\s-]+$/.test(line));
      return [title, rows.map((row) => row.replace(/ *\| */g, ' | ').trim())];
    }),
  );
}

/** A main on which a button and a card are approved. */
export async function startMain({ built }: Team): Promise<void> {
  await built(start, { button: '1', card: '1' }, { autoApprove: true });
}

/** A main on which a button is approved. */
export async function startWithButton({ built }: Team): Promise<void> {
  await built(start, { button: '1' }, { autoApprove: true });
}

/** A pull request of it. */
export async function startFeature(team: Team): Promise<void> {
  await startWithButton(team);
  team.repository.startBranch('feature');
}
