import { Button } from './Button.js';
import './Navigation.css';

export function Navigation({ current = 'Trips' }: { current?: string }) {
  return (
    <nav className="navigation">
      <span className="logo">Wayfarer</span>
      {['Trips', 'Calendar', 'Invoices', 'Guides'].map((page) => (
        <a key={page} href={`#${page}`} aria-current={page === current ? 'page' : undefined}>
          {page}
        </a>
      ))}
      <span className="push">
        <Button kind="primary">New trip</Button>
      </span>
    </nav>
  );
}
