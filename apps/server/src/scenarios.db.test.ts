import { readFileSync } from 'node:fs';
import type { CompletedSession, CreatedSession, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../testing/image.js';
import { openRepository, type Repository } from '../testing/openRepository.js';
import { startTestService, type TestService } from '../testing/startTestService.js';

/** Every scenario of docs/baselines.md, with the table of its outcome as the page shows it. */
const page = readFileSync(new URL('../../../docs/baselines.md', import.meta.url), 'utf8');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const colors = [0, 255, [0, 255, 0], [0, 0, 255], [255, 255, 0]] as const;
const imageOf = (look: string) => image(colors[Number(look)] ?? [255, 255, 255]);

/** The build that approves what every scenario starts with; the page does not show it. */
const start = 'the start';

interface BuildOptions {
  /** Under a session id of the client, without a createSession, every story at the same time. */
  shards?: boolean;
  /** Only these stories, as a filter does. */
  only?: string[];
  exitCode?: number;
  complete?: boolean;
  autoApprove?: boolean;
  baselineRef?: string;
  /** The images in the order of their uploads, instead of one of each story. */
  uploads?: [name: string, look: string][];
}

interface Team {
  repository: Repository;
  /** Builds what is checked out, and notes the outcome under the label. */
  build(label: string, options?: BuildOptions): Promise<Diff>;
  decide(verb: 'approve' | 'reject', diff: Diff, snapshots?: string[]): Promise<void>;
}

function decisionOf({ status, approvalStatus, decidedBy, baselineSource }: Diff['results'][number]): string {
  if (approvalStatus === 'pending') return 'a person';
  if (approvalStatus === 'rejected') return 'a person, who rejected it before';
  if (!['changed', 'new', 'removed'].includes(status)) return 'nobody';
  const remembered = baselineSource?.startsWith('approval:') ?? false;
  return decidedBy === 'auto-approve' && !remembered
    ? 'nobody, the run approves itself'
    : 'nobody, it was approved before';
}

function startTeam(suite: string): Team & { rows: string[] } {
  const repository = openRepository();
  const rows: string[] = [];
  const labels = new Map<string, string>();

  async function open({ baselineRef, autoApprove }: BuildOptions): Promise<string> {
    const { body } = await service.ask<CreatedSession>('POST', '/api/v1/sessions', {
      suite,
      branch: repository.branch(),
      commit: repository.head(),
      history: repository.history(),
      ...(baselineRef ? { baselineRef } : {}),
      ...(autoApprove ? { autoApprove } : {}),
    });
    return body.sessionId;
  }

  async function build(label: string, options: BuildOptions = {}): Promise<Diff> {
    const known = await service.ask('POST', '/api/v1/commits', { commits: repository.commits() });
    expect(known.status).toBe(200);
    const stories = Object.entries(repository.stories());
    const uploads = options.uploads ?? stories.filter(([name]) => options.only?.includes(name) ?? true);
    const sessionId = options.shards ? `ci-${repository.head()}` : await open(options);
    const upload = async ([name, look]: [string, string]) => {
      const query = new URLSearchParams({
        name,
        suite,
        sessionId,
        branch: repository.branch(),
        commit: repository.head(),
        history: repository.history().join(),
      });
      const uploaded = await service.upload(`/api/v1/snapshots?${query}`, imageOf(look), 'image/png');
      expect(uploaded.status).toBe(200);
    };
    if (options.shards) await Promise.all(uploads.map(upload));
    else for (const one of uploads) await upload(one);
    const { exitCode = 0, complete = false } = options;
    const end = `/api/v1/sessions/${sessionId}/complete`;
    const completed = await service.ask<CompletedSession>('POST', end, { exitCode, complete });
    expect(completed.status).toBe(200);
    expect(completed.body.diffs).toHaveLength(1);
    const { body: diff } = await service.ask<Diff>('GET', `/api/v1/diffs/${completed.body.diffs[0]?.diffId}`);
    labels.set(`approval:${diff.id}`, `approval:${label}`);
    if (label === start) return diff;
    const byStory = [...diff.results].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const result of byStory) {
      const source = result.baselineSource === null ? 'none' : result.baselineSource;
      rows.push(
        `| ${label} | ${result.name} | ${result.status} | ${decisionOf(result)} | ${labels.get(source) ?? source} |`,
      );
    }
    return diff;
  }

  return {
    repository,
    rows,
    build,
    async decide(verb, diff, snapshots) {
      const body = snapshots ? { snapshots } : {};
      expect((await service.ask('POST', `/api/v1/diffs/${diff.id}/${verb}`, body)).status).toBe(200);
    },
  };
}

const scenarios: Record<string, (team: Team) => Promise<void>> = {
  'Squash merge': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--squash', 'feature');
    repository.git('commit', '--quiet', '--message', 'squashed');
    await build('main after the merge');
    repository.commit({ '.notes': '1' });
    await build('next commit on main');
  },
  'Rebase merge': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', '--quiet', 'main');
    repository.commit({ card: '3' });
    await build('main meanwhile', { autoApprove: true });
    repository.git('checkout', '--quiet', 'feature');
    repository.git('rebase', '--quiet', 'main');
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--ff-only', 'feature');
    await build('main after the merge');
  },
  'Merge commit': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', 'feature');
    await build('main after the merge');
  },
  'Merge queue': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', '--quiet', '-b', 'gh-readonly-queue/main/pr-1', 'main');
    repository.git('merge', '--quiet', '--no-ff', 'feature');
    await build('merge queue', { baselineRef: 'main' });
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--ff-only', 'gh-readonly-queue/main/pr-1');
    await build('main after the merge');
  },
  'Two pull requests change the same story': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'first');
    repository.commit({ button: '2' });
    repository.git('checkout', '--quiet', '-b', 'second', 'main');
    repository.commit({ button: '3' });
    repository.git('checkout', '--quiet', 'first');
    await decide('approve', await build('first pull request'));
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', 'first');
    await build('main after the first');
    repository.git('checkout', '--quiet', 'second');
    await decide('approve', await build('second pull request'));
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', '--strategy-option', 'theirs', 'second');
    repository.commit({ button: '4' });
    await build('main after the second');
  },
  'Revert on main': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.commit({ button: '2' });
    await decide('approve', await build('the change'));
    repository.git('revert', '--no-edit', 'HEAD');
    await build('the revert');
  },
  'Rebased branch': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ card: '2' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', '--quiet', 'main');
    repository.commit({ button: '3' });
    await decide('approve', await build('main meanwhile'));
    repository.git('checkout', '--quiet', 'feature');
    repository.commit({ '.notes': '1' });
    await build('before the rebase', { only: ['button', 'card'] });
    repository.git('rebase', '--quiet', 'main');
    await build('after the rebase', { only: ['button', 'card'] });
  },
  'Force-push': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('reset', '--quiet', '--hard', 'main');
    repository.commit({ card: '2' });
    await build('after the force-push');
  },
  'A branch is built before the commit it starts from': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', 'feature');
    repository.git('checkout', '--quiet', '-b', 'next');
    repository.commit({ card: '2' });
    await build('next branch, too early');
    repository.git('checkout', '--quiet', 'main');
    await build('main, at last');
  },
  'Four shards in one session': async ({ repository, build }) => {
    repository.commit({ a: '1', b: '1', c: '1', d: '1' });
    await build(start, { autoApprove: true });
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ c: '2' });
    await build('four shards', { shards: true });
  },
  'A filtered run': async ({ repository, build }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await build('filtered run', { only: ['button'] });
  },
  'A run that crashed': async ({ repository, build }) => {
    await startMain(repository, build);
    repository.commit({ button: '2' });
    await build('crashed run', { only: ['button'], exitCode: 1, complete: true, autoApprove: true });
    await build('the run again', { complete: true, autoApprove: true });
    repository.commit({ '.notes': '1' });
    await build('next commit', { only: ['button', 'card'] });
  },
  'A deleted story': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.commit({ card: null });
    await build('filtered run', { only: ['button'] });
    await decide('approve', await build('complete run', { complete: true }));
    repository.commit({ '.notes': '1' });
    await build('next commit', { only: ['button'], complete: true });
  },
  'A renamed story': async ({ repository, build }) => {
    await startMain(repository, build);
    repository.commit({ card: null, panel: '1' });
    await build('complete run', { complete: true });
  },
  'A retried test': async ({ repository, build }) => {
    await startMain(repository, build);
    await build('run with a retry', {
      uploads: [
        ['button', '9'],
        ['card', '1'],
        ['button', '1'],
      ],
    });
  },
  'An unrelated commit after a rejected change': async ({ repository, build, decide }) => {
    await startMain(repository, build);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('reject', await build('pull request'));
    repository.commit({ '.notes': '1' });
    await build('unrelated commit', { only: ['card'] });
    repository.commit({ button: '1' });
    await build('taken back', { only: ['button', 'card'] });
  },
};

async function startMain(repository: Repository, build: Team['build']): Promise<void> {
  repository.commit({ button: '1', card: '1' });
  await build(start, { autoApprove: true });
}

const header = '| build | story | result | who decides | base |\n|---|---|---|---|---|\n';

test.each(Object.entries(scenarios))('%s', async (title, play) => {
  const team = startTeam(title);
  try {
    await play(team);
  } finally {
    team.repository.remove();
  }
  const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  // A formatter may pad the cells.
  const plain = section
    ?.replace(/ +\|/g, ' |')
    .replace(/\| +/g, '| ')
    .replace(/\| -[- |]+\|/g, '|---|---|---|---|---|');
  expect(plain).toContain(header + team.rows.join('\n'));
});

test('the page has no scenario that is not played here', () => {
  const titles = [...page.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
  expect(titles).toEqual(Object.keys(scenarios));
});
