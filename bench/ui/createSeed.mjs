import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SvcClient } from '../../packages/sdk/dist/index.js';
import { drawPage } from '../upload/drawPage.mjs';

const images = 20;
/** Results with images of their own that exist; all others have only a thumbnail and a mask, which nobody tells apart. */
const real = 200;

/**
 * Compares a few real images through the service, then multiplies their results in the database: thousands of uploads
 * would take longer than everything that is measured.
 */
export async function createSeed({ url, apiKey, folder }) {
  const { connectionString } = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'));
  const pg = createRequire(new URL('../../apps/server/package.json', import.meta.url))('pg');
  const database = new pg.Client({ connectionString });
  // The service ends its database, also when a measurement failed.
  database.on('error', () => {});
  await database.connect();
  const sample = await compareSamples(new SvcClient({ apiKey, apiUrl: url }));

  return {
    close: () => database.end(),
    /** A completed diff of that many results that all changed, each in its own way. */
    async diff(count) {
      const id = `dif_${randomBytes(8).toString('hex')}`;
      const capture = `cap_${randomBytes(8).toString('hex')}`;
      await database.query('begin');
      const copy = async (table, key, from, changes) => {
        const { rows } = await database.query(
          `select string_agg(quote_ident(column_name), ', ') names, string_agg(coalesce($2::jsonb ->> column_name, quote_ident(column_name)), ', ') contents
           from information_schema.columns where table_schema = 'public' and table_name = $1`,
          [table, JSON.stringify(changes)],
        );
        await database.query(
          `insert into ${table} (${rows[0].names}) select ${rows[0].contents} from ${table} where ${key} = $1`,
          [from],
        );
      };
      await copy('captures', 'id', sample.headCaptureId, {
        id: `'${capture}'`,
        // A newer build of its branch would close its review.
        branch: `'${id}'`,
        total_snapshots: String(count),
        completed_snapshots: String(count),
      });
      // Not those of the sample: the database counts the results that follow.
      const counts = ['changed', 'new', 'removed', 'unchanged', 'skipped', 'pending', 'approved', 'rejected'];
      await copy('diffs', 'id', sample.id, {
        id: `'${id}'`,
        head_capture_id: `'${capture}'`,
        ...Object.fromEntries(counts.map((kind) => [`${kind}_count`, '0'])),
      });
      await database.query(
        `create temporary table wanted on commit drop as
         select n, sample.*, comparisons.*, sha256(('${id}' || n)::bytea) fake_head,
           sha256(('${id}' || n || 'base')::bytea) fake_base
         from (select row_number() over (order by position) - 1 as place, head_hash, base_hash, comparison_id, baseline_source, base_origin, base_from, threshold as own_threshold, mask_hash as own_mask, diff_percentage as own_percentage
               from results where diff_id = '${sample.id}') sample
         join generate_series(0, ${count - 1}) n on n % ${images} = sample.place
         join comparisons on comparisons.id = sample.comparison_id`,
      );
      await database.query(
        `insert into images (project_id, hash, pixel_hash, width, height, bytes)
         select project_id, hash, hash, 1280, 720, 1 from wanted, lateral (values (fake_head), (fake_base)) made (hash)
         where n >= ${real}`,
      );
      await database.query(
        `insert into comparisons (project_id, base_pixels, base_width, base_height, head_pixels, head_width, head_height, threshold, anti_aliasing, ignored, diff_percentage, subthreshold, mask_hash, aligned_mask_hash, thumbnail_hash, fingerprint, regions, row_changes)
         select project_id, fake_base, 1280, 720, fake_head, 1280, 720, threshold, anti_aliasing, ignored, diff_percentage, subthreshold, mask_hash, aligned_mask_hash, thumbnail_hash, md5(fake_head), regions, row_changes from wanted`,
      );
      await database.query(
        `insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash)
         select project_id, $1, 'Components/Group ' || n / 25 || '/State ' || n, '1280x720', '', n, 'captured',
           case when n < ${real} then head_hash else fake_head end from wanted`,
        [capture],
      );
      await database.query(
        `insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, diff_percentage, head_hash, base_hash,
           mask_hash, baseline_source, base_origin, base_from, threshold, comparison_id)
         select project_id, $1, 'Components/Group ' || n / 25 || '/State ' || n, '1280x720', '', n, 'changed', 'pending', own_percentage,
           case when n < ${real} then head_hash else fake_head end, case when n < ${real} then base_hash else fake_base end,
           own_mask, baseline_source, base_origin, base_from, own_threshold,
           (select made.id from comparisons made where made.project_id = wanted.project_id and made.head_pixels = fake_head and made.base_pixels = fake_base)
         from wanted`,
        [id],
      );
      await database.query('commit');
      await database.query('analyze');
      return { id, count };
    },
  };
}

/** A diff of the service's own, of some images that all changed. */
async function compareSamples(client) {
  const origin = { suite: 'bench', branch: 'main', commit: 'c0ffee1' };
  const send = async (version, autoApprove) => {
    const { sessionId } = await client.createSession({ ...origin, autoApprove });
    for (let index = 0; index < images; index++) {
      const png = drawPage(index, version);
      await client.uploadSnapshotWithDiff({
        ...origin,
        name: `page ${index}`,
        png,
        baselineRef: 'main',
        sessionId,
      });
    }
    return client.completeSession(sessionId);
  };
  await send(0, true);
  const { diffs } = await send(1, false);
  return client.getDiff(diffs[0].diffId);
}
