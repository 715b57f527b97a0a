import { playScenarios, startFeature, startWithButton } from './playScenarios.js';
import type { Team } from './startTeam.js';

async function refsOf({ service, apiKey, suite }: Team): Promise<string> {
  const path = `/api/v1/baselines?suite=${suite}`;
  const { body } = await service.ask<{ refs: string[] }>('GET', path, undefined, apiKey);
  return body.refs.join(', ');
}

playScenarios('One look, one decision', {
  'Two rounds, then a squash merge': async (team) => {
    const { repository, build, approved } = team;
    await startFeature(team);
    await approved('first round', { button: '2' });
    await approved('second round', { button: '3' });
    repository.squashIntoMain('feature');
    await build('main after the merge');
  },
  'Two rounds, then a merge queue': async (team) => {
    const { repository, build, approved } = team;
    await startFeature(team);
    await approved('first round', { button: '2' });
    await approved('second round', { button: '3' });
    repository.startBranch('gh-readonly-queue/main/pr-1', 'main');
    repository.git('merge', '--no-ff', 'feature');
    await build('merge queue', { baselineRef: 'main' });
    repository.git('checkout', 'main');
    repository.git('merge', '--ff-only', 'gh-readonly-queue/main/pr-1');
    await build('main after the merge');
  },
  'Two rounds, then built upon': async (team) => {
    const { repository, built, approved } = team;
    await startFeature(team);
    await approved('first round', { button: '2' });
    await approved('second round', { button: '3' });
    repository.startBranch('next');
    await built('branch on top', { '.notes': '1' });
  },
  'A new story in two rounds': async (team) => {
    const { repository, build, approved } = team;
    await startFeature(team);
    await approved('first round', { panel: '2' });
    await approved('second round', { panel: '3' });
    repository.squashIntoMain('feature');
    await build('main after the merge');
  },
  'Back and forth in one pull request': async (team) => {
    const { repository, build, approved } = team;
    await startFeature(team);
    await approved('there', { button: '2' });
    await approved('and back', { button: '1' });
    repository.squashIntoMain('feature');
    await build('main after the merge');
  },
  'Stacked branches': async (team) => {
    const { repository, build, approved } = team;
    await startWithButton(team);
    repository.startBranch('lower');
    await approved('lower branch', { button: '2' });
    repository.startBranch('upper');
    await approved('upper branch', { button: '3' });
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'lower');
    repository.git('commit', '--message', 'squashed lower');
    await build('main after the lower one');
    repository.git('merge', '--squash', '--strategy-option', 'theirs', 'upper');
    repository.git('commit', '--message', 'squashed upper');
    await build('main after the upper one');
  },
  'The threshold changes before the merge': async (team) => {
    const { repository, build, approved, change } = team;
    await startFeature(team);
    await approved('pull request', { button: '2' });
    await change({ threshold: 0.2, antiAliasing: false });
    repository.squashIntoMain('feature');
    await build('main after the merge');
  },
  'Approved for main, then squashed': async (team) => {
    const { repository, built, build, approved } = team;
    await startFeature(team);
    await approved('pull request', { button: '2' }, { targetRefs: ['main'] });
    repository.squashIntoMain('feature');
    await build('main after the merge');
    await built('next commit on main', { '.notes': '1' });
  },
  'A merge queue of a release branch': async (team) => {
    const { repository, build, approved, note } = team;
    await startWithButton(team);
    repository.startBranch('release-1');
    await approved('release', { button: '2' });
    repository.startBranch('fix');
    repository.commit({ '.notes': '1' });
    const queue = 'gh-readonly-queue/release-1/pr-1';
    repository.git('checkout', '-b', queue, 'release-1');
    repository.git('merge', '--no-ff', 'fix');
    await build('merge queue', { baselineRef: 'release-1' });
    note('baseline refs afterwards', await refsOf(team));
  },
  'An amended commit': async (team) => {
    const { repository, build, approved } = team;
    await startFeature(team);
    await approved('pull request', { button: '2' });
    repository.git('commit', '--amend', '--message', 'in other words');
    await build('amended');
  },
  'A rebase without the memory': async (team) => {
    const { repository, built, build, approved, change } = team;
    await startFeature(team);
    await change({ approvalMemory: false });
    await approved('pull request', { button: '2' });
    repository.git('checkout', 'main');
    await built('main meanwhile', { '.notes': '1' });
    repository.git('checkout', 'feature');
    repository.git('rebase', 'main');
    await build('rebased');
    repository.squashIntoMain('feature');
    await build('main after the merge');
  },
  'An unmerged branch reverts a change': async (team) => {
    const { repository, built, approved } = team;
    await startWithButton(team);
    await approved('main', { button: '2' });
    repository.startBranch('feature');
    await approved('pull request', { button: '1' });
    repository.git('checkout', 'main');
    await built('next commit on main', { '.notes': '1' });
  },
});
