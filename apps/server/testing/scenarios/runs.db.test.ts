import type { Capture, Diff, Scope } from '@svc/schema';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { endAbandonedCaptures } from '../../src/service/captures/endAbandonedCaptures.js';
import { insertApiKey } from '../../src/store/keys/apiKeys.js';
import { settled } from '../settled.js';
import { imageOf } from './beginBuild.js';
import { playScenarios, startFeature, startMain, startWithButton } from './playScenarios.js';
import type { Team } from './startTeam.js';
import { start } from './startTeam.js';

async function compare(
  { service, apiKey, suite }: Team,
  headCaptureId: string,
  asked: object,
): Promise<void> {
  const body = { suite, headCaptureId, ...asked };
  const { body: diff } = await service.ask<Diff>('POST', '/api/v1/diffs', body, apiKey);
  await settled(service, 'diffs', diff.id, { apiKey });
}

async function passTwoHours({ service }: Team, captureId: string): Promise<void> {
  const { database } = service.resources;
  await sql`
    update captures set created_at = created_at - interval '121 minutes' where id = ${captureId}`.execute(
    database,
  );
  await sql`
    update snapshots set uploaded_at = uploaded_at - interval '121 minutes' where capture_id = ${captureId}`.execute(
    database,
  );
  await endAbandonedCaptures(service.resources);
}

async function uploadKey({ service, projectRow }: Team): Promise<string> {
  const { id: projectId } = await projectRow();
  const scopes: Scope[] = ['upload'];
  const key = { projectId, name: 'CI', scopes, createdBy: null, expiresInDays: null };
  return (await insertApiKey(service.resources.database, key)).secret;
}

playScenarios('Runs and their parts', {
  'Four workers in one session': async (team) => {
    const { repository, built } = team;
    await built(start, { a: '1', b: '1', c: '1', d: '1' }, { autoApprove: true });
    repository.startBranch('feature');
    await built('four workers', { c: '2' }, { workers: true });
  },
  'A filtered run': async (team) => {
    const { repository, built } = team;
    await startMain(team);
    repository.startBranch('feature');
    await built('filtered run', { button: '2' }, { only: ['button'] });
  },
  'A run that crashed': async (team) => {
    const { built, build } = team;
    await startMain(team);
    await built(
      'crashed run',
      { button: '2' },
      { only: ['button'], exitCode: 1, complete: true, autoApprove: true },
    );
    await build('the run again', { complete: true, autoApprove: true });
    await built('next commit', { '.notes': '1' }, { only: ['button', 'card'] });
  },
  'A deleted story': async (team) => {
    const { built, build, decide } = team;
    await startMain(team);
    await built('filtered run', { card: null }, { only: ['button'] });
    await decide('approve', await build('complete run', { complete: true }));
    await built('next commit', { '.notes': '1' }, { only: ['button'], complete: true });
  },
  'A renamed story': async (team) => {
    const { built } = team;
    await startMain(team);
    await built('complete run', { card: null, panel: '1' }, { complete: true });
  },
  'A retried test': async (team) => {
    const { build } = team;
    await startMain(team);
    await build('run with a retry', {
      uploads: [
        ['button', '9'],
        ['card', '1'],
        ['button', '1'],
      ],
    });
  },
  'Two shards of one commit': async (team) => {
    const { repository, built, build, check } = team;
    await startMain(team);
    repository.startBranch('feature');
    await built('shard 1', { button: '2' }, { only: ['card'], shard: '1/2', runKey: 'run-1' });
    await check('shard 1 has ended');
    await build('shard 2', { only: ['button'], shard: '2/2', runKey: 'run-1' });
    await check('shard 2 has ended');
  },
  'A shard crashes': async (team) => {
    const { repository, build, check } = team;
    await startMain(team);
    repository.startBranch('feature');
    repository.commit({ '.notes': '1' });
    const shard = (index: number) => ({ shard: `${index}/2`, runKey: 'run-1' });
    await build('shard 1', { ...shard(1), only: ['card'], exitCode: 1 });
    await build('shard 2', { ...shard(2), only: ['button'] });
    await check('shard 2 has ended');
    await build('shard 1 again', { ...shard(1), only: ['card'] });
    await check('shard 1 ran again');
  },
  'Two shards show the same change': async (team) => {
    const { repository, build, decide, look, check } = team;
    await startFeature(team);
    repository.commit({ button: '2' });
    const shard = (index: number) => ({ shard: `${index}/2`, runKey: 'run-1' });
    const first = await build('shard 1', shard(1));
    const second = await build('shard 2', shard(2));
    await decide('approve', first);
    await look('shard 2, then', second);
    await check('one is approved');
  },
  'A job runs twice': async (team) => {
    const { built, build, decide, look, check } = team;
    await startFeature(team);
    const once = await built('first run', { button: '2' }, { job: 'e2e', runKey: 'run-1' });
    const twice = await build('second run', { job: 'e2e', runKey: 'run-2' });
    await decide('approve', twice);
    await look('first run, then', once);
    await check('one is approved');
  },
  'An empty commit': async (team) => {
    const { repository, build, decide, look, check } = team;
    await startFeature(team);
    const changed = repository.commit({ button: '2' });
    const before = await build('pull request');
    repository.advance(1);
    const after = await build('empty commit');
    await decide('approve', after);
    await look('pull request, then', before);
    await check('the check of the empty commit');
    await check('the check of the commit before', changed);
  },
  'Two uploads of halves': async (team) => {
    const { repository, built, build, look, check } = team;
    await startMain(team);
    repository.startBranch('feature');
    const first = await built(
      'first half',
      { '.notes': '1' },
      { only: ['button'], complete: true, job: 'a', runKey: 'run-1' },
    );
    await build('second half', { only: ['card'], complete: true, job: 'b', runKey: 'run-1' });
    await look('first half, then', first);
    await check('both have ended');
  },
  'A diff with another threshold': async (team) => {
    const { repository, build, check } = team;
    await startFeature(team);
    const commit = repository.commit({ button: '2' });
    const { headCaptureId } = await build('pull request');
    await check('the build has ended');
    const asks = [{ threshold: 1 }, { manifest: ['card'] }, { manifest: ['Typo'] }];
    for (const asked of asks) {
      await compare(team, headCaptureId, asked);
      await check(`after a diff with ${JSON.stringify(asked)}`, commit);
    }
  },
  'A run without a snapshot': async (team) => {
    const { built, check } = team;
    await startFeature(team);
    await built('empty run', { '.notes': '1' }, { only: [] });
    await check('the run has ended');
  },
  'Two tests with one name': async (team) => {
    const { repository, noteAnswer, service, apiKey, suite } = team;
    await startWithButton(team);
    const session = { suite, branch: 'main', commit: repository.head(), sessionId: 'ci-1' };
    const take = (testId: string) => {
      const query = new URLSearchParams({ ...session, name: 'button', testId });
      return service.upload(`/api/v1/snapshots?${query}`, imageOf('1'), 'image/png', apiKey);
    };
    noteAnswer('the form test takes the button', (await take('form')).body);
    noteAnswer('the form test is retried', (await take('form')).body);
    const message = noteAnswer('the menu test takes a button', (await take('menu')).body);
    expect(message).toMatch(/form.*menu|menu.*form/s);
  },
  'An upload into the session of another commit': async (team) => {
    const { repository, noteAnswer, service, apiKey, suite } = team;
    await startWithButton(team);
    const take = (commit: string) => {
      const session = { suite, branch: 'main', commit, sessionId: 'ci-1', name: 'button' };
      const path = `/api/v1/snapshots?${new URLSearchParams(session)}`;
      return service.upload(path, imageOf('1'), 'image/png', apiKey);
    };
    noteAnswer('the first commit uploads', (await take(repository.head())).body);
    noteAnswer('the next commit uploads', (await take(repository.commit({ button: '2' }))).body);
  },
  'A client goes away': async (team) => {
    const { repository, check, service, apiKey, suite } = team;
    await startMain(team);
    repository.startBranch('feature');
    const commit = repository.commit({ button: '1' });
    const snapshots = [{ name: 'button' }, { name: 'card' }];
    const body = { suite, branch: 'feature', commit, snapshots };
    const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', body, apiKey);
    const path = `/api/v1/snapshots?captureId=${capture.id}&name=button`;
    await service.upload(path, imageOf('1'), 'image/png', apiKey);
    await service.ask('POST', '/api/v1/diffs', { suite, headCaptureId: capture.id }, apiKey);
    await check('one of two snapshots has arrived');
    await passTwoHours(team, capture.id);
    await check('two hours later');
  },
  'A key that may only upload': async (team) => {
    const { repository, build, check, noteAnswer, service, suite } = team;
    await startFeature(team);
    repository.commit({ button: '2' });
    const { id } = await build('pull request');
    const key = await uploadKey(team);
    const ask = async (path: string, body: object) => (await service.ask('POST', path, body, key)).body;
    const run = { suite, branch: 'feature', commit: repository.head() };
    noteAnswer('it approves', await ask(`/api/v1/diffs/${id}/approve`, {}));
    noteAnswer('it runs with autoApprove', await ask('/api/v1/sessions', { ...run, autoApprove: true }));
    const baseline = { ...run, snapshots: [{ name: 'button' }], autoBaseline: true };
    noteAnswer('it captures with autoBaseline', await ask('/api/v1/captures', baseline));
    await check('the check, then');
  },
});
