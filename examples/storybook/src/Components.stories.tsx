import { expect, userEvent, within } from 'storybook/test';
import { Dialog } from './components/Dialog.js';
import { Form } from './components/Form.js';
import { Navigation } from './components/Navigation.js';
import { Pricing } from './components/Pricing.js';
import { Table } from './components/Table.js';

export default { title: 'Components' };

interface PlayContext {
  canvasElement: HTMLElement;
}

export const Invoices = { render: () => <Table /> };
export const Header = { render: () => <Navigation />, parameters: { layout: 'fullscreen' } };
export const Plans = {
  render: () => <Pricing />,
  parameters: { svc: { viewports: [375, 1280] } },
};
export const Reservation = { render: () => <Form /> };
export const ReservationWithError = {
  render: () => <Form />,
  play: async ({ canvasElement }: PlayContext) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText('Name'), 'Mei Tanaka');
    await userEvent.type(canvas.getByLabelText('Email'), 'mei.tanaka');
    await userEvent.click(canvas.getByRole('button', { name: 'Send request' }));
    await expect(canvas.getByText('That is not an email address.')).toBeVisible();
  },
};
export const CancelTrip = {
  render: () => <Dialog />,
  play: async ({ canvasElement }: PlayContext) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Cancel trip' }));
  },
};
