import { Banner } from '../components/Feedback.js';

export default { title: 'Feedback/Banner' };

export const Referral = {
  render: () => <Banner action="Invite">Travel with friends and save $40 each.</Banner>,
};
