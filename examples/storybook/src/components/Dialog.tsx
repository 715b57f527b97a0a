import { useState } from 'react';
import { Button } from './Button.js';
import './Dialog.css';

export function Dialog({ initiallyOpen = false }: { initiallyOpen?: boolean }) {
  const [open, setOpen] = useState(initiallyOpen);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel trip</Button>
      {open && (
        <div className="backdrop">
          <div className="dialog panel" role="dialog" aria-label="Cancel this trip?">
            <h2>Cancel this trip?</h2>
            <p className="muted">Your deposit of $240.00 is returned within five days.</p>
            <div className="row">
              <Button onClick={() => setOpen(false)}>Keep it</Button>
              <Button kind="primary">Cancel trip</Button>
            </div>
          </div>
        </div>
      )}
    </>
  );
}
