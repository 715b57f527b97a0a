import { playScenarios, startMain } from './playScenarios.js';

playScenarios('Merging', {
  'Squash merge': async (team) => {
    const { repository, built, build, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('pull request', { button: '2' });
    repository.squashIntoMain('feature');
    await build('main after the merge');
    await built('next commit on main', { '.notes': '1' });
  },
  'Rebase merge': async (team) => {
    const { repository, built, build, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('pull request', { button: '2' });
    repository.git('checkout', 'main');
    await built('main meanwhile', { card: '3' }, { autoApprove: true });
    repository.git('checkout', 'feature');
    repository.git('rebase', 'main');
    repository.git('checkout', 'main');
    repository.git('merge', '--ff-only', 'feature');
    await build('main after the merge');
  },
  'Merge commit': async (team) => {
    const { repository, build, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('pull request', { button: '2' });
    repository.git('checkout', 'main');
    repository.git('merge', '--no-ff', 'feature');
    await build('main after the merge');
  },
  'Merge queue': async (team) => {
    const { repository, build, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('pull request', { button: '2' });
    repository.startBranch('gh-readonly-queue/main/pr-1', 'main');
    repository.git('merge', '--no-ff', 'feature');
    await build('merge queue', { baselineRef: 'main' });
    repository.git('checkout', 'main');
    repository.git('merge', '--ff-only', 'gh-readonly-queue/main/pr-1');
    await build('main after the merge');
  },
  'Two pull requests change the same story': async (team) => {
    const { repository, built, build, decide } = team;
    await startMain(team);
    repository.startBranch('first');
    repository.commit({ button: '2' });
    repository.startBranch('second', 'main');
    repository.commit({ button: '3' });
    repository.git('checkout', 'first');
    await decide('approve', await build('first pull request'));
    repository.git('checkout', 'main');
    repository.git('merge', '--no-ff', 'first');
    await build('main after the first');
    repository.git('checkout', 'second');
    await decide('approve', await build('second pull request'));
    repository.git('checkout', 'main');
    repository.git('merge', '--no-ff', '--strategy-option', 'theirs', 'second');
    await built('main after the second', { button: '4' });
  },
  'Revert on main': async (team) => {
    const { repository, build, approved } = team;
    await startMain(team);
    await approved('the change', { button: '2' });
    repository.git('revert', '--no-edit', 'HEAD');
    await build('the revert');
  },
  'A branch is built before the commit it starts from': async (team) => {
    const { repository, built, build, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('pull request', { button: '2' });
    repository.git('checkout', 'main');
    repository.git('merge', '--no-ff', 'feature');
    repository.startBranch('next');
    await built('next branch, too early', { card: '2' });
    repository.git('checkout', 'main');
    await build('main, at last');
  },
});
