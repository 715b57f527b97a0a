import { Progress, Spinner, Toast } from './components/Feedback.js';

export default { title: 'Feedback' };

export const SavedToast = { render: () => <Toast /> };
export const Loading = {
  render: () => <Spinner />,
  parameters: { svc: { pauseAnimationAtEnd: false } },
};
export const Upload = { render: () => <Progress />, parameters: { svc: { delay: 800 } } };
