import type { PickedElement } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { SelectField } from '../../../../ui/fields/SelectField.js';
import type { Box } from '../../../../viewer/transform.js';
import type { Ignoring } from '../useIgnoring.js';
import { elementsQuery } from './elementsQuery.js';

interface Props {
  /** `org/project`. */
  project: string;
  diffId: string;
  result: ReviewItem;
  /** What is ignored instead of an element; null for nothing yet. */
  box: Box | null;
  ignoring: Ignoring;
}

const nowhere = { x: 0, y: 0 };

const middleOf = ({ x, y, width, height }: Box) => ({
  x: Math.floor(x + width / 2),
  y: Math.floor(y + height / 2),
});

function elementWords({ selector, count, box }: PickedElement): string {
  const size = `${selector}, ${box.width} × ${box.height}`;
  return count === 1 ? size : `${size}, ${count} on this page`;
}

/** The elements where somebody clicked, or in the middle of the box: areas follow an element to wherever it moves. */
export function ElementField({ project, diffId, result, box, ignoring }: Props) {
  const { point, element, place } = ignoring;
  const at = point ?? (box && middleOf(box));
  const { data } = useQuery({
    ...elementsQuery(project, diffId, result, at ?? nowhere),
    enabled: at !== null,
  });
  const innermost = point && !element ? data?.elements[0] : undefined;
  useEffect(() => {
    if (innermost) place({ point, element: innermost });
  });
  if (!at || !data) return null;
  if (data.elements.length === 0) return point && <p role="status">{noneWords(data.isRecorded)}</p>;
  const options = data.elements.map((one) => ({ value: one.selector, label: elementWords(one) }));
  return (
    <SelectField
      label="Element"
      value={element?.selector ?? ''}
      options={point ? options : [{ value: '', label: 'None: the box itself' }, ...options]}
      onChange={(selector) => {
        const chosen = data.elements.find((one) => one.selector === selector) ?? null;
        place({ ...(point ? { point } : { box }), element: chosen });
      }}
    />
  );
}

const noneWords = (isRecorded: boolean): string =>
  isRecorded
    ? 'There is no element at this position.'
    : 'This capture did not record the elements of its page. Draw a box instead.';
