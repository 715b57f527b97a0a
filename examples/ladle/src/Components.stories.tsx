import type { Story } from '@ladle/react';
import { Card } from '../../storybook/src/components/Card.js';
import { Dialog } from '../../storybook/src/components/Dialog.js';
import { Form } from '../../storybook/src/components/Form.js';
import { Navigation } from '../../storybook/src/components/Navigation.js';
import { Pricing } from '../../storybook/src/components/Pricing.js';
import { Table } from '../../storybook/src/components/Table.js';

export default { title: 'Components' };

export const Trip: Story = () => <Card />;
Trip.meta = { svc: { selector: '.card' } };
export const Invoices: Story = () => <Table />;
export const Header: Story = () => <Navigation />;
export const Plans: Story = () => <Pricing />;
Plans.meta = { svc: { viewports: [375, 1280] } };
export const Reservation: Story = () => <Form />;
export const CancelTrip: Story = () => <Dialog initiallyOpen />;
