import { Button } from './Button.js';
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
