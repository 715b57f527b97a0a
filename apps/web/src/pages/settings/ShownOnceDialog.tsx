import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.js';
import { CommandLine } from '../../ui/CommandLine.js';
import { Dialog } from '../../ui/Dialog.js';

interface Props {
  title: string;
  /** What is to be copied. */
  value: string;
  onClose: () => void;
  /** What it is for. */
  children: ReactNode;
}

/** A secret that was just made, and is never shown again. */
export const ShownOnceDialog = ({ title, value, onClose, children }: Props) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="space-y-4">
      <p className="text-muted text-sm">{children}</p>
      <CommandLine command={value} />
    </div>
  </Dialog>
);
