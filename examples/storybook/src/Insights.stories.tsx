import { Chart, Clock, Visitors } from './components/Insights.js';

export default { title: 'Insights' };

export const Bookings = { render: () => <Chart /> };
export const Departure = { render: () => <Clock /> };
export const Live = {
  render: () => <Visitors />,
  parameters: { svc: { ignoreSelectors: ['.live-count'] } },
};
export const Scratch = {
  render: () => <p>For the designers only</p>,
  parameters: { svc: { disable: true } },
};
