import type { Story } from '@ladle/react';
import { Banner } from '../../../storybook/src/components/Feedback.js';

export default { title: 'Feedback/Banner' };

export const Referral: Story = () => <Banner action="Invite">Travel with friends and save $40 each.</Banner>;
