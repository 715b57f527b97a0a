/** Stories that are hard to capture twice alike, for the tests. Built with `SVC_EXAMPLE_VERSION=hard` only. */
import { userEvent, within } from 'storybook/test';
import { Form } from '../components/Form.js';
import * as hard from './hard.js';

export default { title: 'Hard' };

export const LazyPanel = { render: () => <hard.LazyPanel /> };
export const FetchedData = { render: () => <hard.FetchedData /> };
export const AnimatedImage = { render: () => <hard.AnimatedImage /> };
export const Video = { render: () => <hard.Video /> };
export const Painting = { render: () => <hard.Painting /> };
export const Caret = { render: () => <hard.Caret /> };
export const Scrolled = { render: () => <hard.Scrolled /> };
export const Sticky = { render: () => <hard.Sticky /> };
export const Frame = { render: () => <hard.Frame /> };
export const OpenShadow = { render: () => <hard.Shadow mode="open" /> };
export const ClosedShadow = { render: () => <hard.Shadow mode="closed" /> };
export const Endless = { render: () => <hard.Endless /> };
export const Random = { render: () => <hard.Random /> };
export const Clocks = { render: () => <hard.Clocks /> };
export const Live = { render: () => <hard.Live /> };
export const Typing = {
  render: () => <Form />,
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText('Name'), 'Mei Tanaka', { delay: 8 });
    await userEvent.type(canvas.getByLabelText('Email'), 'mei@example.com', { delay: 3 });
  },
};
