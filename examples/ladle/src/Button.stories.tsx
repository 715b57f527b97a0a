import type { Story } from '@ladle/react';
import { Button } from '../../storybook/src/components/Button.js';

export default { title: 'Components/Button' };

export const Primary: Story = () => <Button kind="primary">Book now</Button>;
export const Secondary: Story = () => <Button>Details</Button>;
export const Danger: Story = () => <Button kind="danger">Delete trip</Button>;
export const Disabled: Story = () => (
  <Button kind="primary" disabled>
    Sold out
  </Button>
);
