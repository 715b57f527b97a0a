import { Badge } from './Badge.js';
import './Table.css';

const guests = [
  'Amara Okafor',
  'Jonas Lindqvist',
  'Mei Tanaka',
  'Rafael Duarte',
  'Ines Moreau',
  'Noah Petersen',
];
const trips = ['Desert crossing', 'Northern lights', 'Island ferry', 'High passes'];
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export function Table({ rows = 6 }: { rows?: number }) {
  return (
    <div className="table-frame panel">
      <table className="table">
        <thead>
          <tr>
            <th>Invoice</th>
            <th>Guest</th>
            <th>Trip</th>
            <th>Status</th>
            <th className="number">Amount</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => `INV-${2041 + row}`).map((invoice, row) => (
            <tr key={invoice}>
              <td className="muted">{invoice}</td>
              <td>{guests[row % guests.length]}</td>
              <td>{trips[row % trips.length]}</td>
              <td>{row % 3 === 1 ? <Badge kind="due">Due</Badge> : <Badge kind="paid">Paid</Badge>}</td>
              <td className="number">{money.format(840 + row * 137.5)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
