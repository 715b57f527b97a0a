import { listen } from '../listen.mjs';

const build = { id: '1', number: 1, url: 'http://localhost/builds/1', status: 'accepted' };
const percyBuild = { id: '1', attributes: { 'build-number': 1, 'web-url': 'http://localhost/builds/1' } };
const nothingMissing = { relationships: { 'missing-resources': { data: [] } } };

/** Which answer a service of this kind gives that has every image already, by the end of the path. */
const answers = [
  [/^\/argos\/project$/, { id: '1', defaultBaseBranch: 'main', hasRemoteContentAccess: true }],
  [/^\/argos\/builds$/, { build, screenshots: [], pwTraces: [] }],
  [/^\/argos\/builds\/1$/, { build }],
  // Anything else than a list, and its plugin takes no snapshots.
  [/^\/percy\/discovery\/device-details$/, { data: [] }],
  [/^\/percy\/builds$/, { data: percyBuild }],
  [/^\/percy\/builds\/1\/snapshots$/, { data: { id: '1', ...nothingMissing } }],
  [/^\/percy\//, { success: true, data: percyBuild }],
];

/** Stands for the services of the peers, and answers at once; `sent` counts the snapshots that Percy sends one by one. */
export async function startStub() {
  let sent = 0;
  const stub = await listen((request, response) => {
    request.resume().on('end', () => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname.replaceAll(/\/+/g, '/');
      if (path === '/percy/builds/1/snapshots') sent += 1;
      const answer = answers.find(([known]) => known.test(path))?.[1];
      response
        .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? { error: `${request.method} ${path}` }));
    });
  });
  return { ...stub, sent: () => sent };
}
