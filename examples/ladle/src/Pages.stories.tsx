import type { Story } from '@ladle/react';
import { Overview } from '../../storybook/src/components/Overview.js';

export default { title: 'Pages' };

export const Dashboard: Story = () => <Overview />;
export const AboveTheFold: Story = () => <Overview />;
AboveTheFold.meta = { svc: { cropToViewport: true } };
