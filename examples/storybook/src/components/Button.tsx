import type { ReactNode } from 'react';
import './Button.css';

interface ButtonProps {
  children: ReactNode;
  kind?: 'plain' | 'primary' | 'danger';
  disabled?: boolean;
  onClick?: () => void;
}

export function Button({ children, kind = 'plain', disabled, onClick }: ButtonProps) {
  const changed = kind === 'danger' && EXAMPLE_VERSION === '2' ? ' button-danger-v2' : '';
  return (
    <button type="button" className={`button button-${kind}${changed}`} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
