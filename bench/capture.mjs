/**
 * `npm run bench:capture`: stories per second and CPU time per story on the example Storybook, ours beside a plain
 * Playwright loop and peers, in one run. Options: `-- --pages=1,3 --times=4 --lost-pixel=<folder it is installed in>
 * --creevey=<folder it is installed in>`.
 *
 * `npm run bench:capture -- --build=<folder> [--build2=<folder>]` measures any built Storybook or Ladle with a real
 * service, beside plain loops, and tells where time and CPU go by phase. The second build, or the first again, is
 * captured as the rebuild. `npm run test:books -- --build` makes some builds. `--many=1500` makes a Storybook of so many
 * stories instead, `--stories=60` captures a part, `--no-loops` leaves the plain loops out, and `--memory` measures the
 * memory of all processes, which takes CPU time of its own. `--pages` is one number then.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildMany } from './capture/buildMany.mjs';
import { measureBook } from './capture/measureBook.mjs';
import { measureExample } from './capture/measureExample.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    pages: { type: 'string' },
    times: { type: 'string', default: '4' },
    'lost-pixel': { type: 'string' },
    creevey: { type: 'string' },
    build: { type: 'string' },
    build2: { type: 'string' },
    many: { type: 'string' },
    stories: { type: 'string', default: '0' },
    loops: { type: 'boolean', default: true },
    memory: { type: 'boolean', default: false },
  },
});

if (values.build || values.many) {
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const build = values.build ?? join(work, 'storybook');
  if (!values.build) buildMany(Number(values.many), build);
  await measureBook({
    builds: [build, values.build2 ?? build],
    pages: Number(values.pages ?? 4),
    stories: Number(values.stories),
    loops: values.loops,
    memory: values.memory,
  });
  rmSync(work, { recursive: true });
} else {
  await measureExample({
    pages: (values.pages ?? '1,3').split(',').map(Number),
    times: Number(values.times),
    installed: { lostPixel: values['lost-pixel'], creevey: values.creevey },
  });
}
