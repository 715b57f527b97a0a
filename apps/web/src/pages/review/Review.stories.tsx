import { exampleDiff, exampleResult } from '../../../.storybook/exampleReview.js';
import { knownAnswers } from '../../../.storybook/knownAnswers.js';
import { OpenPage } from '../../../.storybook/OpenPage.js';
import type { ReviewDiff } from '../../client/presentReview.js';
import { reviewQuery } from '../../client/queries.js';

export default { title: 'Pages/Review', parameters: { layout: 'fullscreen', svc: { cropToViewport: true } } };

const names = ['button', 'card', 'form', 'chart', 'dashboard', 'article'] as const;

function Opened({ diff, search = '' }: { diff: ReviewDiff; search?: string }) {
  const client = knownAnswers();
  client.setQueryData(reviewQuery('acme/web', diff.id).queryKey, diff);
  return <OpenPage at={`/acme/web/diffs/${diff.id}${search}`} client={client} />;
}

const mixed = [
  ...names.map((name) => exampleResult(name)),
  exampleResult('card', {
    name: 'Library/Card/Winter',
    status: 'new',
    baselineImageUrl: null,
    baselineHash: null,
    baselineSize: null,
  }),
  exampleResult('form', {
    name: 'Library/Form/Old',
    status: 'removed',
    currentImageUrl: '',
    headHash: null,
    headSize: null,
    approvalStatus: 'approved',
    decidedBy: 'ada@example.com',
    decidedAt: '2026-03-01T09:10:00.000Z',
  }),
  exampleResult('chart', { name: 'Library/Chart/Quiet', status: 'unchanged' }),
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
        exampleResult('button', { name: `Library/Button/${size}`, fingerprint: 'a' }),
      ),
    )}
  />
);
export const Stale = () => <Opened diff={exampleDiff(mixed, { isStale: true })} />;
export const NothingChanged = () => (
  <Opened diff={exampleDiff(names.map((name) => exampleResult(name, { status: 'unchanged' })))} />
);
export const OtherScripts = () => (
  <Opened
    diff={exampleDiff([
      exampleResult('card', { name: 'بطاقات/بطاقة المنتج/افتراضي' }),
      exampleResult('form', { name: '表单/注册/默认' }),
      exampleResult('button', { name: `Button/${'A name that goes on and on '.repeat(8)}` }),
    ])}
  />
);
