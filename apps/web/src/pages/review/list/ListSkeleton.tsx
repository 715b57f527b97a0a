import { Skeleton } from '../../../ui/Skeleton.js';

/** The rows of a list that is on its way. */
export const ListSkeleton = () =>
  ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((place) => (
    <Skeleton key={place} className="h-[68px] rounded-xl" />
  ));
