import type { Story } from '@ladle/react';
import { Banner } from '../../../storybook/src/components/Feedback.js';

export default { title: 'Feedback/Banner' };

export const Trial: Story = () => <Banner action="Choose a plan">Your trial ends in four days.</Banner>;
