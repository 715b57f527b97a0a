import { playScenarios, startFeature, startMain, startWithButton } from './playScenarios.js';
import { start } from './startTeam.js';

playScenarios('What a branch has seen', {
  'Rebased branch': async (team) => {
    const { repository, built, build, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('pull request', { card: '2' });
    repository.git('checkout', 'main');
    await approved('main meanwhile', { button: '3' });
    repository.git('checkout', 'feature');
    await built('before the rebase', { '.notes': '1' }, { only: ['button', 'card'] });
    repository.git('rebase', 'main');
    await build('after the rebase', { only: ['button', 'card'] });
  },
  'Force-push': async (team) => {
    const { repository, built, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('pull request', { button: '2' });
    repository.git('reset', '--hard', 'main');
    await built('after the force-push', { card: '2' });
  },
  'A pull request merges main and keeps its own look': async (team) => {
    const { repository, built, build, approved } = team;
    await startFeature(team);
    await built('pull request', { '.notes': '1' });
    repository.git('checkout', 'main');
    await approved('main meanwhile', { button: '2' });
    repository.git('checkout', 'feature');
    await build('before it merges main');
    repository.git('merge', '--no-ff', '--strategy', 'ours', 'main');
    await build('after it merged main');
  },
  'A pull request merges main and keeps its approved look': async (team) => {
    const { repository, build, approved, decide } = team;
    await startFeature(team);
    await approved('pull request', { button: '2' });
    repository.git('checkout', 'main');
    await approved('main meanwhile', { button: '3' });
    repository.git('checkout', 'feature');
    repository.git('merge', '--no-ff', '--strategy', 'ours', 'main');
    await decide('approve', await build('after it merged main'));
    repository.git('checkout', 'main');
    repository.git('merge', '--ff-only', 'feature');
    await build('main after the merge');
  },
  'CI tests a merge of the pull request': async (team) => {
    const { repository, build, approved } = team;
    await startFeature(team);
    const head = repository.commit({ '.notes': '1' });
    await build('pull request');
    repository.git('checkout', 'main');
    await approved('main meanwhile', { button: '2' });
    repository.git('checkout', '--detach', 'main');
    repository.git('merge', '--no-ff', 'feature');
    await build('merge of both', { branch: 'feature', commit: head });
  },
  'A release branch takes a look of main and reverts it': async (team) => {
    const { repository, built, build, approved } = team;
    await startWithButton(team);
    repository.startBranch('release');
    await built('release', { '.notes': '1' });
    repository.git('checkout', 'main');
    await approved('main', { button: '2' });
    repository.git('checkout', 'release');
    repository.git('cherry-pick', 'main');
    await build('the backport');
    repository.git('revert', '--no-edit', 'HEAD');
    await build('the revert');
  },
  'A branch name is used again after a merge': async (team) => {
    const { repository, built, build, approved } = team;
    await startFeature(team);
    await approved('first feature', { button: '2' });
    repository.squashIntoMain('feature');
    await build('main after the merge');
    await approved('main goes on', { button: '3' });
    repository.git('branch', '--delete', '--force', 'feature');
    repository.startBranch('feature');
    await built('second feature', { '.notes': '1' });
  },
  'A branch name is used again after it was closed': async (team) => {
    const { repository, built, approved } = team;
    await startMain(team);
    repository.startBranch('feature');
    await approved('first feature', { button: '2' });
    await built('first feature, to be closed', { card: '3' });
    repository.git('checkout', 'main');
    repository.git('branch', '--delete', '--force', 'feature');
    repository.startBranch('feature');
    await built('second feature', { '.notes': '1' }, { only: ['button'] });
  },
  'The same branch name in two forks': async (team) => {
    const { repository, built, approved } = team;
    await startMain(team);
    repository.startBranch('patch-of-ada');
    await approved('patch of Ada', { button: '2' }, { branch: 'ada:patch-1' });
    repository.startBranch('patch-of-ben', 'main');
    await built('patch of Ben', { card: '2' }, { branch: 'ben:patch-1' });
  },
  'The main of a fork': async (team) => {
    const { repository, built, approved } = team;
    await startWithButton(team);
    repository.startBranch('main-of-ada');
    await approved('pull request', { button: '2' }, { branch: 'ada:main' });
    repository.git('checkout', 'main');
    await built('next commit on main', { '.notes': '1' });
  },
  'An older commit of main ends last': async (team) => {
    const { repository, built, begin } = team;
    await startWithButton(team);
    repository.commit({ button: '2' });
    const endOlder = await begin('older commit', { autoApprove: true });
    await built('newer commit', { button: '3' }, { autoApprove: true });
    await endOlder();
    await built('next commit', { '.notes': '1' });
  },
  'An older commit of main ends last, and a newer one was unchanged': async (team) => {
    const { repository, built, begin, look } = team;
    await startWithButton(team);
    repository.commit({ button: '2' });
    const endOlder = await begin('older commit', { autoApprove: true });
    const newer = await built('newer commit', { button: '1' });
    await endOlder();
    await look('newer commit, again', newer);
  },
  'A story last changed 600 commits ago': async (team) => {
    const { repository, built } = team;
    await startWithButton(team);
    repository.advance(600);
    repository.startBranch('feature');
    await built('unrelated change', { '.notes': '1' });
    await built('pull request', { button: '2' });
  },
  'A shallow clone': async (team) => {
    const { repository, build } = team;
    await startWithButton(team);
    repository.advance(3);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    await build('pull request', { from: repository.shallowClone(1) });
  },
  'A shallow clone, bridged by another build': async (team) => {
    const { repository, build } = team;
    await startWithButton(team);
    repository.advance(3);
    await build('main, whole');
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    await build('pull request', { from: repository.shallowClone(1) });
  },
  'A client that sends no history': async (team) => {
    const { repository, build, approved } = team;
    await startFeature(team);
    repository.commit({ '.notes': '1' });
    repository.git('checkout', 'main');
    await approved('main meanwhile', { button: '2' }, { specOnly: true });
    repository.git('checkout', 'feature');
    await build('pull request', { specOnly: true });
  },
  'The default branch is renamed': async (team) => {
    const { repository, built, change } = team;
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/master');
    await change({ defaultBranch: 'master' });
    await built(start, { button: '1' }, { autoApprove: true });
    repository.git('branch', '--move', 'master', 'main');
    await change({ defaultBranch: 'main' });
    await built('first build of main', { '.notes': '1' });
    repository.startBranch('feature');
    await built('pull request', { button: '2' });
  },
  'An older commit of main ends last, after two newer ones': async (team) => {
    const { repository, built, decide, begin, look, check } = team;
    await startWithButton(team);
    repository.commit({ button: '2' });
    const endOlder = await begin('older commit', { autoApprove: true });
    const second = await built('second commit', { button: '1' });
    const third = await built('third commit', { '.notes': '1' });
    await endOlder();
    await look('second commit, then', second);
    await look('third commit, then', third);
    await decide('approve', third);
    await look('second commit, after the approval', second);
    await check('the check of the third commit');
  },
  'A branch and main arrive at the same look': async (team) => {
    const { repository, built, build, approved } = team;
    await startFeature(team);
    await approved('pull request', { button: '2' });
    repository.git('checkout', 'main');
    await built('main meanwhile', { button: '2' });
    repository.git('checkout', 'feature');
    repository.git('merge', '--no-ff', 'main');
    await build('after it merged main');
    await built('back to the old look', { button: '1' });
  },
  'A release branch keeps its look while a fix goes back': async (team) => {
    const { repository, built, approved } = team;
    await startWithButton(team);
    repository.startBranch('release');
    await approved('release', { button: '2' });
    repository.startBranch('fix');
    await approved('fix', { button: '1' }, { baselineRef: 'release' });
    repository.git('checkout', 'release');
    await built('next commit of the release', { '.notes': '1' });
    await built('the release goes back', { button: '1' });
  },
  'A former name of the default branch is used again': async (team) => {
    const { repository, built, build, approved, change } = team;
    await startWithButton(team);
    await change({ defaultBranch: 'trunk' });
    repository.startBranch('trunk');
    await built('trunk', { '.notes': '1' });
    repository.git('checkout', 'main');
    await approved('a new main', { button: '2' });
    repository.git('checkout', 'trunk');
    repository.git('merge', '--no-ff', 'main');
    await build('trunk after a merge');
  },
});
