/** Stories that go wrong, for the tests. Built with `SVC_EXAMPLE_VERSION=faults` only. */
import type { Story } from '@ladle/react';

export default { title: 'Faults' };

export const Throws: Story = () => {
  throw new Error('no such trip');
};
export const Empty: Story = () => null;
