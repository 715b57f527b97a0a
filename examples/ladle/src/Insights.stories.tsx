import type { Story, StoryDefault } from '@ladle/react';
import { Chart, Clock, Visitors } from '../../storybook/src/components/Insights.js';

export default { title: 'Insights', meta: { svc: { delay: 10 } } } satisfies StoryDefault;

export const Bookings: Story = () => <Chart />;
export const Departure: Story = () => <Clock />;
export const Live: Story = () => <Visitors />;
Live.meta = { svc: { ignoreSelectors: ['.live-count'] } };
export const Scratch: Story = () => <p>For the designers only</p>;
Scratch.meta = { svc: { disable: true } };
