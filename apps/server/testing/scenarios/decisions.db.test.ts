import { expect } from 'vitest';
import { untilIdle } from '../untilIdle.js';
import { playScenarios, startMain, startWithButton } from './playScenarios.js';

playScenarios('Decisions', {
  'An unrelated commit after a rejected change': async (team) => {
    const { repository, build, decide } = team;
    await startMain(team);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    await decide('reject', await build('pull request'));
    repository.commit({ '.notes': '1' });
    await build('unrelated commit', { only: ['card'] });
    repository.commit({ button: '1' });
    await build('taken back', { only: ['button', 'card'] });
  },
  'An amended commit is compared again': async (team) => {
    const { repository, build, service, apiKey } = team;
    await startMain(team);
    repository.git('checkout', '-b', 'feature');
    repository.commit({ button: '2' });
    const first = await build('pull request');
    repository.commit({ button: '3' });
    repository.git('reset', '--soft', 'HEAD~1');
    repository.git('commit', '--amend', '--no-edit');
    await build('amended');
    await service.ask('POST', `/api/v1/diffs/${first.id}/rediff`, {}, apiKey);
    await untilIdle(service);
    repository.commit({ '.notes': '1' });
    await build('next commit', { only: ['card'] });
  },
  'A bot approves itself on its own branch': async (team) => {
    const { repository, build } = team;
    await startWithButton(team);
    repository.startBranch('bot');
    repository.commit({ button: '2' });
    await build('bot', { autoApprove: true });
    repository.git('checkout', 'main');
    repository.commit({ button: '2' });
    await build('the same look on main');
  },
  'Two people decide at the same time': async (team) => {
    const { repository, build, decide, attempt, look } = team;
    await startWithButton(team);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    const diff = await build('pull request');
    await decide('reject', diff, { snapshots: ['button'], ifStatus: 'pending' });
    const told = await attempt('Ben, who saw it undecided, approves', 'approve', diff, {
      snapshots: ['button'],
      ifStatus: 'pending',
    });
    expect(told).toMatch(/rejected/);
    await look('pull request, then', diff);
  },
  'An outdated build is approved': async (team) => {
    const { repository, build, attempt, check } = team;
    await startWithButton(team);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    const outdated = await build('first commit');
    repository.commit({ button: '3' });
    const newer = await build('second commit');
    const told = await attempt('the first one is approved', 'approve', outdated);
    expect(told).toContain(newer.id);
    await attempt('the first one is rejected', 'reject', outdated);
    await attempt('the second one is approved', 'approve', newer);
    await check('the check of the second commit');
  },
  'An approval of main is revoked': async (team) => {
    const { repository, build, decide, look, check } = team;
    await startWithButton(team);
    repository.commit({ button: '2' });
    const main = await build('main');
    await decide('approve', main);
    repository.startBranch('feature');
    repository.commit({ '.notes': '1' });
    const branch = await build('pull request');
    await check('before');
    await decide('revoke', main);
    await look('pull request, then', branch);
    await check('after');
  },
  'An approval that main remembered is revoked': async (team) => {
    const { repository, build, decide, look, check } = team;
    await startWithButton(team);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    const branch = await build('pull request');
    await decide('approve', branch);
    repository.squashIntoMain('feature');
    const main = await build('main after the merge');
    await check('before');
    await decide('revoke', branch);
    await look('main, then', main);
    await check('after');
  },
  'A flake goes back and forth': async (team) => {
    const { repository, build, approved, note } = team;
    await startWithButton(team);
    await approved('there', { '.notes': '1' }, { uploads: [['button', '2']] });
    await approved('and back', { '.notes': '2' }, { uploads: [['button', '1']] });
    repository.commit({ '.notes': '3' });
    const again = await build('there again', { uploads: [['button', '2']] });
    note('flakes of the button', String(again.results[0]?.flakeCount));
  },
  'An approval is revoked that somebody else gave again': async (team) => {
    const { repository, build, decide, look } = team;
    await startWithButton(team);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    const first = await build('first pull request');
    await decide('approve', first);
    repository.squashIntoMain('feature');
    const main = await build('main after the merge');
    repository.startBranch('second', 'main~1');
    repository.commit({ button: '2' });
    const second = await build('second pull request');
    await decide('revoke', second);
    await decide('approve', second);
    await decide('revoke', first);
    await look('main, then', main);
  },
  'Main rejects what it remembered': async (team) => {
    const { repository, build, decide, look, check } = team;
    await startWithButton(team);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    const branch = await build('pull request');
    await decide('approve', branch);
    repository.squashIntoMain('feature');
    const main = await build('main after the merge');
    await decide('reject', main, { snapshots: ['button'] });
    await look('main, then', main);
    await check('main');
    await look('pull request, then', branch);
    repository.commit({ '.notes': '1' });
    await build('next commit on main');
  },
  'A backport follows what happens to its approval': async (team) => {
    const { repository, build, decide, look, check } = team;
    await startWithButton(team);
    repository.startBranch('release');
    repository.git('checkout', 'main');
    repository.commit({ button: '2' });
    const main = await build('main');
    await decide('approve', main);
    repository.git('checkout', 'release');
    repository.commit({ '.notes': '1' });
    repository.git('cherry-pick', 'main');
    const release = await build('the backport');
    await check('before');
    await decide('revoke', main);
    await look('the backport, then', release);
    await check('after');
  },
});
