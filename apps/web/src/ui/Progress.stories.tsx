import { ProgressBar } from './ProgressBar.js';
import { Skeleton } from './Skeleton.js';

export default { title: 'Parts/Progress' };

export const Bars = () => (
  <div className="max-w-md space-y-6">
    <ProgressBar label="Capturing" done={0} total={40} />
    <ProgressBar label="Capturing" done={17} total={40} />
    <ProgressBar label="Comparing" done={40} total={40} />
  </div>
);

/** Both move without end: a capture shows them at rest. */
export const WithoutEnd = () => (
  <div className="max-w-md space-y-6">
    <ProgressBar label="Reading the build" done={0} total={0} />
    <Skeleton className="h-16" />
  </div>
);
