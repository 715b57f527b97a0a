import { read } from './reads.mjs';

/** A build in which all 5,000 snapshots changed: recorded, compared with the baselines of main, approved. */
export async function measureWrites(meter, { changed }, report) {
  const measure = async (one) => {
    const figures = await meter.measure(one);
    report(one, figures);
    return JSON.parse(figures.last);
  };
  const once = (what, request, targets) => measure({ what, targets, requests: [request] });
  const capture = await once(
    'a capture of 5,000 known images',
    {
      method: 'POST',
      path: '/captures',
      body: {
        suite: 'suite-0',
        branch: 'feature',
        commit: 'f'.repeat(40),
        snapshots: changed.map(({ name, hash }) => ({ name, hash, viewport: { width: 1280, height: 720 } })),
      },
    },
    { p95: 1_000, turn: 50 },
  );
  const diff = await once(
    'its comparison with the baselines',
    {
      method: 'POST',
      path: '/diffs',
      body: { suite: 'suite-0', headCaptureId: capture.id },
      wait: capture.id,
    },
    { p95: 1_000, turn: 50 },
  );
  await measure(read('its review', `/diffs/${diff.id}/review`, { p95: 120 }));
  const { counts } = await measure(read('its summary', `/diffs/${diff.id}?fields=summary`, { p95: 60 }));
  requireAll(counts.pending, changed, 'undecided before the approval');
  const { approved, total } = await once(
    'approving 5,000 undecided results',
    { method: 'POST', path: `/diffs/${diff.id}/approve`, body: {} },
    { p95: 600 },
  );
  requireAll(Math.min(approved, total), changed, 'approved');
  const part = `/diffs/${diff.id}/review/results?from=0&limit=1000`;
  await measure(read('the first 1,000 results of that', part, { p95: 100 }));
  await measure(read('its review afterwards', `/diffs/${diff.id}/review`, { p95: 120 }));
}

/** A figure of fewer decisions would say nothing. */
function requireAll(count, changed, what) {
  if (count !== changed.length) throw new Error(`${count} of ${changed.length} results are ${what}`);
}
