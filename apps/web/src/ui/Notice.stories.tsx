import { Button } from './Button.js';
import { Notice } from './Notice.js';

export default { title: 'Parts/Notice' };

export const Tones = {
  render: () => (
    <div className="max-w-2xl space-y-3">
      <Notice tone="info" icon="plus">
        All 12 snapshots are new: there is no baseline yet.
      </Notice>
      <Notice tone="good" icon="check">
        Everything is approved.
      </Notice>
      <Notice tone="warning" icon="warning" action={<Button icon="refresh">Compare again</Button>}>
        <span className="font-medium">The baselines have changed</span> since this comparison.
      </Notice>
      <Notice tone="danger" icon="warning">
        The comparison failed: the image of the baseline could not be read.
      </Notice>
    </div>
  ),
};

export const Narrow = () => (
  <div className="w-72">
    <Notice tone="warning" icon="warning" action={<Button icon="refresh">Compare again</Button>}>
      The baselines of feature/a-branch-with-a-name-that-does-not-fit-into-the-line have moved.
    </Notice>
  </div>
);
