import './Card.css';

export function Badge({ kind = 'info', children }: { kind?: 'info' | 'paid' | 'due'; children: string }) {
  return <span className={`badge badge-${kind}`}>{children}</span>;
}
