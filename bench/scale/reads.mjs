const times = 20;

/** Every list and page has the same target. */
const targets = { p95: 60, backend: 10 };

/** A request, as often as a median needs. */
export const read = (what, path, own = targets, headers = {}) => ({
  what,
  targets: own,
  requests: Array.from({ length: times }, () => ({ path, headers })),
});

/** What people and clients read. */
export function reads({ diff, capture, branch, usual, spoken, session, cookie }) {
  return [
    read('diffs, first page', '/diffs?limit=50'),
    read('diffs that wait for a decision', '/diffs?waiting=true&limit=50'),
    read('projects, with what waits', '/projects'),
    read('diffs of a suite', '/diffs?suite=suite-0&limit=50'),
    read('captures, first page', '/captures?limit=50'),
    read('captures of a suite', '/captures?suite=suite-0&limit=50'),
    read('sessions, first page', '/sessions?limit=50'),
    read('suites', '/suites'),
    read('overview', '/overview'),
    read('suite', '/suite?suite=suite-0'),
    read('baselines, first 50 of 5,000', '/baselines?suite=suite-0&limit=50'),
    read('baselines by a part of the name', '/baselines?suite=suite-0&limit=50&q=Component%20499'),
    read(
      'snapshot history',
      '/snapshots/history?suite=suite-0&name=Component%201%2FStory%201&viewport=1280x720',
    ),
    read('usage', '/usage'),
    read('flaky snapshots of the project', '/flaky?limit=50'),
    read('flaky snapshots of a suite', '/flaky?suite=suite-0&limit=50'),
    read('what waits for a person, in all projects', '/me/waiting?limit=50', targets, { cookie }),
    read('builds of main', '/builds?suite=suite-0&branch=main&limit=50'),
    read('builds before and after one', `/diffs/${diff}/neighbors`),
    read('comments of the newest build', `/diffs/${diff}/threads?limit=50`),
    read('accessibility changes of a build', `/diffs/${spoken}/accessibility`),
    read('branch of the newest build', `/captures?branch=${branch}&limit=50`),
    read('session of 20 suites', `/sessions/${session}`),
    read('review of 500', `/diffs/${usual}/review`),
    read('what a review of 5,000 opens with', `/diffs/${diff}/review?part=opening`),
    read('the first 1,000 results of that review', `/diffs/${diff}/review/results?from=0&limit=1000`, {
      p95: 100,
    }),
    read('diff of 5,000, its summary', `/diffs/${diff}?fields=summary`),
    read('diff of 5,000, a page of 50', `/diffs/${diff}?limit=50`),
    read('capture of 5,000, its summary', `/captures/${capture}?fields=summary`),
    read('capture of 5,000, a page of 50', `/captures/${capture}?limit=50`),
    read('diff of 5,000', `/diffs/${diff}`, { p95: 200 }),
    read('review of 5,000', `/diffs/${diff}/review`, { p95: 120 }),
    read('capture of 5,000', `/captures/${capture}`, { p95: 200 }),
  ];
}
