import { Card } from './components/Card.js';

export default { title: 'Components/Card', component: Card };

export const Trip = { parameters: { svc: { selector: '.card' } } };
export const Themes = {
  args: { title: 'Northern lights', text: 'Four nights of sky watching from heated glass cabins.' },
  parameters: {
    svc: {
      modes: {
        'light mobile': { viewport: 375, theme: 'light' },
        'dark desktop': { viewport: 1280, theme: 'dark' },
      },
    },
  },
};
