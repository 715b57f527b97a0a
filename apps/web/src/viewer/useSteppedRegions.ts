import { useState } from 'react';

interface Stepped {
  subject: string;
  regions: ReadonlySet<number>;
}

/** The regions of a result that were stepped to since it is shown, by index. */
export function useSteppedRegions(subject: string, region: number): ReadonlySet<number> {
  const [stepped, setStepped] = useState<Stepped>({ subject, regions: new Set() });
  const before = stepped.subject === subject ? stepped.regions : new Set<number>();
  const isKnown = region < 0 || before.has(region);
  const regions = isKnown ? before : new Set([...before, region]);
  if (!isKnown || stepped.subject !== subject) setStepped({ subject, regions });
  return regions;
}
