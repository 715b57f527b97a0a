import { Select } from '../../../ui/fields/Select.js';
import type { ReviewControls } from '../actions/actions.js';

interface Props {
  components: readonly string[];
  component: string | undefined;
  review: ReviewControls;
}

/** The component that the list shows, which may have none of its results left after another build. */
export function ComponentSelect({ components, component, review }: Props) {
  if (components.length === 0 && component === undefined) return null;
  const offered =
    component === undefined || components.includes(component) ? components : [component, ...components];
  return (
    <Select
      label="Component"
      value={component ?? ''}
      onChange={(event) => {
        review.showComponent(event.target.value || undefined);
        // The next key is for the page.
        event.currentTarget.blur();
      }}
      className="flex-1"
    >
      <option value="">All components</option>
      {offered.map((one) => (
        <option key={one} value={one}>
          {one.replaceAll('/', ' / ')}
        </option>
      ))}
    </Select>
  );
}
