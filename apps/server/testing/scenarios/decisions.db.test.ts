import { expect } from 'vitest';
import { untilIdle } from '../untilIdle.js';
import { playScenarios, startFeature, startMain, startWithButton } from './playScenarios.js';

playScenarios('Decisions', {
  'An unrelated commit after a rejected change': async (team) => {
    const { repository, built, build, decide } = team;
    await startMain(team);
    repository.startBranch('feature');
    repository.commit({ button: '2' });
    await decide('reject', await build('pull request'));
    await built('unrelated commit', { '.notes': '1' }, { only: ['card'] });
    await built('taken back', { button: '1' }, { only: ['button', 'card'] });
  },
  'An amended commit is compared again': async (team) => {
    const { repository, built, build, service, apiKey } = team;
    await startMain(team);
    repository.git('checkout', '-b', 'feature');
    const first = await built('pull request', { button: '2' });
    repository.commit({ button: '3' });
    repository.git('reset', '--soft', 'HEAD~1');
    repository.git('commit', '--amend', '--no-edit');
    await build('amended');
    await service.ask('POST', `/api/v1/diffs/${first.id}/rediff`, {}, apiKey);
    await untilIdle(service);
    await built('next commit', { '.notes': '1' }, { only: ['card'] });
  },
  'A bot approves itself on its own branch': async (team) => {
    const { repository, built } = team;
    await startWithButton(team);
    repository.startBranch('bot');
    await built('bot', { button: '2' }, { autoApprove: true });
    repository.git('checkout', 'main');
    await built('the same look on main', { button: '2' });
  },
  'Two people decide at the same time': async (team) => {
    const { built, decide, attempt, look } = team;
    await startFeature(team);
    const diff = await built('pull request', { button: '2' });
    await decide('reject', diff, { snapshots: ['button'], ifStatus: 'pending' });
    const told = await attempt('Ben, who saw it undecided, approves', 'approve', diff, {
      snapshots: ['button'],
      ifStatus: 'pending',
    });
    expect(told).toMatch(/rejected/);
    await look('pull request, then', diff);
  },
  'An outdated build is approved': async (team) => {
    const { built, attempt, check } = team;
    await startFeature(team);
    const outdated = await built('first commit', { button: '2' });
    const newer = await built('second commit', { button: '3' });
    const told = await attempt('the first one is approved', 'approve', outdated);
    expect(told).toContain(newer.id);
    await attempt('the first one is rejected', 'reject', outdated);
    await attempt('the second one is approved', 'approve', newer);
    await check('the check of the second commit');
  },
  'An approval of main is revoked': async (team) => {
    const { repository, built, decide, look, check } = team;
    await startWithButton(team);
    const main = await built('main', { button: '2' });
    await decide('approve', main);
    repository.startBranch('feature');
    const branch = await built('pull request', { '.notes': '1' });
    await check('before');
    await decide('revoke', main);
    await look('pull request, then', branch);
    await check('after');
  },
  'An approval that main remembered is revoked': async (team) => {
    const { repository, built, build, decide, look, check } = team;
    await startFeature(team);
    const branch = await built('pull request', { button: '2' });
    await decide('approve', branch);
    repository.squashIntoMain('feature');
    const main = await build('main after the merge');
    await check('before');
    await decide('revoke', branch);
    await look('main, then', main);
    await check('after');
  },
  'A flake goes back and forth': async (team) => {
    const { built, approved, note } = team;
    await startWithButton(team);
    await approved('there', { '.notes': '1' }, { uploads: [['button', '2']] });
    await approved('and back', { '.notes': '2' }, { uploads: [['button', '1']] });
    const again = await built('there again', { '.notes': '3' }, { uploads: [['button', '2']] });
    note('flakes of the button', String(again.results[0]?.flakeCount));
  },
  'A revoked approval that somebody else gave again': async (team) => {
    const { repository, built, build, decide, look } = team;
    await startFeature(team);
    const first = await built('first pull request', { button: '2' });
    await decide('approve', first);
    repository.squashIntoMain('feature');
    const main = await build('main after the merge');
    repository.startBranch('second', 'main~1');
    const second = await built('second pull request', { button: '2' });
    await decide('revoke', second);
    await decide('approve', second);
    await decide('revoke', first);
    await look('main, then', main);
  },
  'Main rejects what it remembered': async (team) => {
    const { repository, built, build, decide, look, check } = team;
    await startFeature(team);
    const branch = await built('pull request', { button: '2' });
    await decide('approve', branch);
    repository.squashIntoMain('feature');
    const main = await build('main after the merge');
    await decide('reject', main, { snapshots: ['button'] });
    await look('main, then', main);
    await check('main');
    await look('pull request, then', branch);
    await built('next commit on main', { '.notes': '1' });
  },
  'A backport follows what happens to its approval': async (team) => {
    const { repository, built, build, decide, look, check } = team;
    await startWithButton(team);
    repository.startBranch('release');
    repository.git('checkout', 'main');
    const main = await built('main', { button: '2' });
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
