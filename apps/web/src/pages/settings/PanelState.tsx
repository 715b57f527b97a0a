import { Failure } from '../../ui/Failure.js';
import { Skeleton } from '../../ui/Skeleton.js';

interface Props {
  /** What is loading, for those who do not see it. */
  label: string;
  error: Error | null;
  retry: () => void;
}

/** A panel without its content: still loading, or failed. */
export const PanelState = ({ label, error, retry }: Props) =>
  error ? (
    <Failure error={error} retry={retry} />
  ) : (
    <div role="status" aria-label={label} className="space-y-4 p-5">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-6" />
      <Skeleton className="h-6 w-3/4" />
    </div>
  );
