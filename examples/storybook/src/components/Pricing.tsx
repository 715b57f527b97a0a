import { Badge } from './Badge.js';
import { Button } from './Button.js';
import './Pricing.css';

const plans = [
  { name: 'Solo', price: 19, points: ['One traveller', 'Email support', 'Offline maps'] },
  {
    name: 'Family',
    price: EXAMPLE_VERSION === '2' ? 45 : 49,
    points: ['Up to five travellers', 'Chat support', 'Free changes'],
    best: true,
  },
  { name: 'Agency', price: 149, points: ['Unlimited groups', 'A person to call', 'Invoices'] },
];

export function Pricing() {
  return (
    <div className="pricing">
      {plans.map(({ name, price, points, best }) => (
        <section key={name} className={best ? 'plan plan-best panel' : 'plan panel'}>
          <div className="row">
            <h3>{name}</h3>
            {best && <Badge>Most chosen</Badge>}
          </div>
          <p>
            <strong>${price}</strong> <span className="muted">a month</span>
          </p>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <Button kind={best ? 'primary' : 'plain'}>Choose {name}</Button>
        </section>
      ))}
    </div>
  );
}
