import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { buildPrevious } from '../../scripts/setup/previous.mjs';
import { keepPlaying } from './keepPlaying.mjs';
import { processNames } from './killInTurn.mjs';
import { openCluster } from './openCluster.mjs';

/** Milliseconds in which the new process works beside the old ones before the next is replaced. */
const pauseMs = 1_000;

/** Replaces the processes of the previous version one by one, while clients of that version go on. */
export async function rollOver(backend, { pages }) {
  const { folder, clients } = await buildPrevious();
  const program = join(folder, 'apps/server/bin/svc-server.js');
  const { SvcClient } = await import(
    pathToFileURL(join(clients, 'node_modules/@svc/sdk/dist/index.js')).href
  );
  const hasBucket = existsSync(join(folder, 'apps/server/dist/store/blobs/s3'));
  const cluster = await openCluster('roll', {
    ...backend,
    ceph: hasBucket ? backend.ceph : null,
    isDirect: true,
  });
  try {
    for (const one of processNames) await cluster.start(one, { program });
    const codes = [];
    const rows = await keepPlaying(cluster, SvcClient, {
      pages,
      async disturb() {
        await cluster.migrate();
        console.error('  the schema is that of this version');
        for (const one of processNames) {
          codes.push(await cluster.stop(one));
          await cluster.start(one);
          console.error(`  replaced ${one}`);
          await sleep(pauseMs);
        }
      },
    });
    const wrong = codes.filter((code) => code !== 0);
    return [
      {
        what: `(d) each of ${processNames.length} processes of the previous version replaced in turn, under load, blobs ${hasBucket ? 'in a bucket' : 'in a folder'}`,
        figure: '',
      },
      ...rows,
      {
        what: '  processes that ended with another exit code than 0',
        figure: String(wrong.length),
        target: '0',
        isMet: wrong.length === 0,
      },
    ];
  } finally {
    await cluster.close();
  }
}
