/** The place of something that is still loading. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`animate-pulse rounded-lg bg-sunken ${className}`} />
);
