import { playScenarios, startWithButton } from './playScenarios.js';
import type { Team } from './startTeam.js';

async function refsOf({ service, apiKey, suite }: Team): Promise<string> {
  const path = `/api/v1/baselines?suite=${suite}`;
  const { body } = await service.ask<{ refs: string[] }>('GET', path, undefined, apiKey);
  return body.refs.join(', ');
}

playScenarios('One look, one decision', {
  'Two rounds, then a squash merge': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('first round'));
    repository.commit({ button: '3' });
    await decide('approve', await build('second round'));
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'feature');
    repository.git('commit', '--message', 'squashed');
    await build('main after the merge');
  },
  'Two rounds, then a merge queue': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('first round'));
    repository.commit({ button: '3' });
    await decide('approve', await build('second round'));
    repository.git('checkout', '-b', 'gh-readonly-queue/main/pr-1', 'main');
    repository.git('merge', '--no-ff', 'feature');
    await build('merge queue', { baselineRef: 'main' });
    repository.git('checkout', 'main');
    repository.git('merge', '--ff-only', 'gh-readonly-queue/main/pr-1');
    await build('main after the merge');
  },
  'Two rounds, then built upon': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('first round'));
    repository.commit({ button: '3' });
    await decide('approve', await build('second round'));
    repository.git('checkout', '-b', 'next');
    repository.commit({ '.notes': '1' });
    await build('branch on top');
  },
  'A new story in two rounds': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ panel: '2' });
    await decide('approve', await build('first round'));
    repository.commit({ panel: '3' });
    await decide('approve', await build('second round'));
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'feature');
    repository.git('commit', '--message', 'squashed');
    await build('main after the merge');
  },
  'Back and forth in one pull request': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('there'));
    repository.commit({ button: '1' });
    await decide('approve', await build('and back'));
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'feature');
    repository.git('commit', '--allow-empty', '--message', 'squashed');
    await build('main after the merge');
  },
  'Stacked branches': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'lower');
    repository.commit({ button: '2' });
    await decide('approve', await build('lower branch'));
    repository.git('checkout', '-b', 'upper');
    repository.commit({ button: '3' });
    await decide('approve', await build('upper branch'));
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'lower');
    repository.git('commit', '--message', 'squashed lower');
    await build('main after the lower one');
    repository.git('merge', '--squash', '--strategy-option', 'theirs', 'upper');
    repository.git('commit', '--message', 'squashed upper');
    await build('main after the upper one');
  },
  'The threshold changes before the merge': async (team) => {
    const { repository, build, decide, change } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    await change({ threshold: 0.2, antiAliasing: false });
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'feature');
    repository.git('commit', '--message', 'squashed');
    await build('main after the merge');
  },
  'Approved for main, then squashed': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request', { targetRefs: ['main'] }));
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'feature');
    repository.git('commit', '--message', 'squashed');
    await build('main after the merge');
    repository.commit({ '.notes': '1' });
    await build('next commit on main');
  },
  'A merge queue of a release branch': async (team) => {
    const { repository, build, decide, note } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'release-1');
    repository.commit({ button: '2' });
    await decide('approve', await build('release'));
    repository.git('checkout', '-b', 'fix');
    repository.commit({ '.notes': '1' });
    const queue = 'gh-readonly-queue/release-1/pr-1';
    repository.git('checkout', '-b', queue, 'release-1');
    repository.git('merge', '--no-ff', 'fix');
    await build('merge queue', { baselineRef: 'release-1' });
    note('baseline refs afterwards', await refsOf(team));
  },
  'An amended commit': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('commit', '--amend', '--message', 'in other words');
    await build('amended');
  },
  'A rebase without the memory': async (team) => {
    const { repository, build, decide, change } = team;
    await startWithButton(team);
    repository.git('checkout', '-b', 'feature');
    await change({ approvalMemory: false });
    repository.commit({ button: '2' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', 'main');
    repository.commit({ '.notes': '1' });
    await build('main meanwhile');
    repository.git('checkout', 'feature');
    repository.git('rebase', 'main');
    await build('rebased');
    repository.git('checkout', 'main');
    repository.git('merge', '--squash', 'feature');
    repository.git('commit', '--message', 'squashed');
    await build('main after the merge');
  },
  'An unmerged branch takes a look back': async (team) => {
    const { repository, build, decide } = team;
    await startWithButton(team);
    repository.commit({ button: '2' });
    await decide('approve', await build('main'));
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '1' });
    await decide('approve', await build('pull request'));
    repository.git('checkout', 'main');
    repository.commit({ '.notes': '1' });
    await build('next commit on main');
  },
});
