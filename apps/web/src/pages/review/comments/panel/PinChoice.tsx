import { Button } from '../../../../ui/Button.js';
import type { Commenting } from '../useComments.js';

interface Props {
  comments: Commenting;
  /** Index of the changed region that a new thread points at unless another place is chosen; -1 for none. */
  region: number;
}

/** Where a new thread points. */
export function PinChoice({ comments: { pin, isPlacing, place }, region }: Props) {
  if (isPlacing)
    return (
      <Button look="quiet" className="h-8! px-2!" onClick={() => place(null)}>
        Cancel: click on the image
      </Button>
    );
  return (
    <>
      <Button
        look="quiet"
        icon="pin"
        tip="Pin to a place in the image"
        aria-label="Pin to a place in the image"
        data-tip-side="top"
        className="size-8!"
        onClick={() => place(null, true)}
      />
      <span className="text-muted text-xs">
        {pin ? 'Pinned' : region >= 0 ? `On change ${region + 1}` : 'Whole snapshot'}
      </span>
    </>
  );
}
