import type { Usage } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../../client/accessQueries.js';
import { Stat } from '../../../ui/Stat.js';
import { bytesText } from '../bytesText.js';
import { Panel } from '../Panel.js';
import { PanelState } from '../PanelState.js';

const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** How much of a quota is used: the part that is nearer to its limit. */
function percentOf({ bytes, files, maxBytes, maxFiles }: Usage['quota']): string {
  const shares = [
    ...(maxBytes === null ? [] : [bytes / Math.max(1, maxBytes)]),
    ...(maxFiles === null ? [] : [files / Math.max(1, maxFiles)]),
  ];
  return shares.length === 0 ? 'none' : `${Math.round(Math.max(...shares) * 100)}%`;
}

/** What a project keeps, and what it has made month by month. */
export function UsagePanels({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(usageQuery(slug));
  if (!data) return <PanelState label="Loading the usage" error={error} retry={refetch} />;
  const { images, sites, quota, months } = data;
  const most = Math.max(1, ...months.map(({ snapshots }) => snapshots));
  return (
    <>
      <section aria-labelledby="kept">
        <h2 id="kept" className="mb-4 font-semibold text-lg">
          Stored
        </h2>
        <dl className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <Stat value={bytesText(images.bytes)} label="Images">
            {images.count.toLocaleString('en')} files, each stored once
          </Stat>
          <Stat value={bytesText(sites.bytes)} label="Uploaded sites">
            {sites.count.toLocaleString('en')} {sites.count === 1 ? 'build' : 'builds'}
          </Stat>
          <Stat value={percentOf(quota)} label="Quota">
            {quota.maxBytes === null
              ? bytesText(quota.bytes)
              : `${bytesText(quota.bytes)} of ${bytesText(quota.maxBytes)}`}
            {', '}
            {quota.files.toLocaleString('en')}
            {quota.maxFiles === null ? '' : ` of ${quota.maxFiles.toLocaleString('en')}`} files
          </Stat>
        </dl>
      </section>
      <Panel title="Created" about="Captures and their snapshots, by the month (UTC) in which they began.">
        <table className="w-full text-sm tabular-nums">
          <thead className="text-muted">
            <tr className="border-line border-b text-left">
              <th scope="col" className="px-5 py-3 font-medium">
                Month
              </th>
              <th scope="col" className="px-3 py-3 text-right font-medium">
                Captures
              </th>
              <th scope="col" className="px-5 py-3 text-right font-medium">
                Snapshots
              </th>
              <td className="w-2/5 max-sm:hidden" />
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {months.map(({ month, captures, snapshots }) => (
              <tr key={month}>
                <th scope="row" className="px-5 py-2.5 text-left font-normal">
                  {monthName(month)}
                </th>
                <td className="px-3 py-2.5 text-right">{captures.toLocaleString('en')}</td>
                <td className="px-5 py-2.5 text-right">{snapshots.toLocaleString('en')}</td>
                <td className="py-2.5 pr-5 max-sm:hidden">
                  <span
                    className="block h-2 rounded-full bg-accent"
                    style={{ width: `${(snapshots / most) * 100}%` }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}
