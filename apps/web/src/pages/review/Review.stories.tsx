import { drawnResult } from '../../../.storybook/drawnResult.js';
import { knownAnswers } from '../../../.storybook/knownAnswers.js';
import { OpenPage } from '../../../.storybook/OpenPage.js';
import type { ReviewDiff } from '../../client/presentReview.js';
import { reviewQuery } from '../../client/queries.js';
import { exampleDiff } from '../../testing/exampleReview.js';

export default { title: 'Pages/Review', parameters: { layout: 'fullscreen', svc: { cropToViewport: true } } };

const names = ['button', 'card', 'form', 'chart', 'dashboard', 'article'] as const;

function Opened({ diff, search = '' }: { diff: ReviewDiff; search?: string }) {
  const client = knownAnswers();
  client.setQueryData(reviewQuery('acme/web', diff.id).queryKey, diff);
  return <OpenPage at={`/acme/web/diffs/${diff.id}${search}`} client={client} />;
}

const mixed = [
  ...names.map((name) => drawnResult(name)),
  drawnResult('card', {
    name: 'Library/Card/Winter',
    status: 'new',
    baselineImageUrl: null,
    baselineHash: null,
    baselineSize: null,
  }),
  drawnResult('form', {
    name: 'Library/Form/Old',
    status: 'removed',
    currentImageUrl: '',
    headHash: null,
    headSize: null,
    approvalStatus: 'approved',
    decidedBy: 'ada@example.com',
    decidedAt: '2026-03-01T09:10:00.000Z',
  }),
  drawnResult('chart', { name: 'Library/Chart/Quiet', status: 'unchanged' }),
];

export const Pending = () => <Opened diff={exampleDiff(mixed)} />;
export const Phone = {
  parameters: { svc: { modes: { phone: { viewport: { width: 390, height: 844 } } } } },
  render: () => <Opened diff={exampleDiff(mixed)} />,
};
export const Alike = () => (
  <Opened
    diff={exampleDiff(
      ['Small', 'Medium', 'Large'].map((size) =>
        drawnResult('button', { name: `Library/Button/${size}`, fingerprint: 'a' }),
      ),
    )}
  />
);
export const Stale = () => <Opened diff={exampleDiff(mixed, { isStale: true })} />;
export const NothingChanged = () => (
  <Opened diff={exampleDiff(names.map((name) => drawnResult(name, { status: 'unchanged' })))} />
);
export const OtherScripts = () => (
  <Opened
    diff={exampleDiff([
      drawnResult('card', { name: 'بطاقات/بطاقة المنتج/افتراضي' }),
      drawnResult('form', { name: '表单/注册/默认' }),
      drawnResult('button', { name: `Button/${'A name that goes on and on '.repeat(8)}` }),
    ])}
  />
);
