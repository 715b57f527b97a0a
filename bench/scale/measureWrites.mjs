/** A build in which all 5,000 snapshots changed: recorded, compared with the baselines of main, approved. */
export async function measureWrites(meter, { changed }, report) {
  const once = async (what, request, targets) => {
    const figures = await meter.measure({ what, requests: [request] });
    report({ what, targets }, figures);
    return JSON.parse(figures.last);
  };
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
  await once('its review', { path: `/diffs/${diff.id}/review` }, { p95: 120 });
  const { counts } = await once('its summary', { path: `/diffs/${diff.id}?fields=summary` }, { p95: 60 });
  requireAll(counts.pending, changed, 'undecided before the approval');
  const { approved, total } = await once(
    'approving 5,000 undecided results',
    { method: 'POST', path: `/diffs/${diff.id}/approve`, body: {} },
    { p95: 600 },
  );
  requireAll(Math.min(approved, total), changed, 'approved');
  await once(
    'the first 1,000 results of that',
    { path: `/diffs/${diff.id}/review/results?from=0&limit=1000` },
    { p95: 100 },
  );
  await once('its review afterwards', { path: `/diffs/${diff.id}/review` }, { p95: 120 });
}

/** A figure of fewer decisions would say nothing. */
function requireAll(count, changed, what) {
  if (count !== changed.length) throw new Error(`${count} of ${changed.length} results are ${what}`);
}
