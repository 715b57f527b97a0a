import { Button } from '../ui/Button.js';
import { Icon } from '../ui/Icon.js';

interface Props {
  what: string;
  why: string;
  onRetry: () => void;
}

/** At the corner of the image, or of its pane where that corner is out of sight. */
const inSight = (axis: 'x' | 'y') => `max(0px, calc((12px - var(--${axis}, 0px)) / var(--k, 1)))`;

/** In place of an image that did not load: it keeps its size whatever the zoom. */
export function ImageFailure({ what, why, onRetry }: Props) {
  return (
    <div
      role="alert"
      style={{ left: inSight('x'), top: inSight('y') }}
      className="absolute z-1 w-72 origin-top-left rounded-xl border border-line bg-surface p-4 text-sm shadow-card [scale:calc(1/var(--k,1))] [[role=alert]~&]:[translate:0_calc((100%+1rem)/var(--k,1))]"
    >
      <p className="mb-1 flex items-center gap-2 font-medium">
        <Icon name="warning" className="shrink-0 text-removed" />
        <span className="min-w-0 truncate">{what}</span>
      </p>
      <p className="mb-3 text-muted">{why}</p>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
