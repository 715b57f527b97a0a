import { Button } from './components/Button.js';

export default { title: 'Components/Button', component: Button };

export const Primary = { args: { kind: 'primary', children: 'Book now' } };
export const Secondary = { args: { children: 'Details' } };
export const Danger = { args: { kind: 'danger', children: 'Delete trip' } };
export const Disabled = { args: { kind: 'primary', disabled: true, children: 'Sold out' } };
