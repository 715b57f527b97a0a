import { Button } from './Button.js';
import { ConfirmDialog } from './ConfirmDialog.js';
import { Dialog } from './Dialog.js';

export default { title: 'Parts/Dialog', parameters: { svc: { cropToViewport: true } } };

const nothing = () => {};

export const Question = () => (
  <Dialog
    title="Approve all 18?"
    onClose={nothing}
    footer={
      <>
        <Button onClick={nothing}>Cancel</Button>
        <Button look="primary" icon="check" data-first>
          Approve all
        </Button>
      </>
    }
  >
    <p className="text-muted">
      12 changed, 4 new and 2 removed snapshots become what later runs are compared with.
    </p>
  </Dialog>
);

/** Of something that cannot be taken back, after the server refused it. */
export const Refused = () => (
  <ConfirmDialog
    title="Remove Ada Lovelace?"
    action="Remove"
    isPending={false}
    error={new Error('Ada Lovelace is the last owner: make somebody else an owner first.')}
    onConfirm={nothing}
    onClose={nothing}
  >
    <p>She sees no project of acme from now on. Her decisions stay.</p>
  </ConfirmDialog>
);
