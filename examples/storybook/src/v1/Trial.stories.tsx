import { Banner } from '../components/Feedback.js';

export default { title: 'Feedback/Banner' };

export const Trial = {
  render: () => <Banner action="Choose a plan">Your trial ends in four days.</Banner>,
};
