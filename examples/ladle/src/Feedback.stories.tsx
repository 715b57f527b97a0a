import type { Story } from '@ladle/react';
import { Progress, Spinner, Toast } from '../../storybook/src/components/Feedback.js';

export default { title: 'Feedback' };

export const SavedToast: Story = () => <Toast />;
export const Loading: Story = () => <Spinner />;
Loading.meta = { svc: { pauseAnimationAtEnd: false } };
export const Upload: Story = () => <Progress />;
Upload.meta = { svc: { delay: 800 } };
