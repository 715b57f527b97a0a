import { Overview } from './components/Overview.js';

export default { title: 'Pages', parameters: { layout: 'fullscreen' } };

export const Dashboard = { render: () => <Overview /> };
export const AboveTheFold = { render: () => <Overview />, parameters: { svc: { cropToViewport: true } } };
