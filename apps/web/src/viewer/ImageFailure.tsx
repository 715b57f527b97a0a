import { Button } from '../ui/Button.js';
import { Icon } from '../ui/Icon.js';

interface Props {
  what: string;
  why: string;
  onRetry: () => void;
}

/** In place of an image that did not load: it keeps its size whatever the zoom, and stays within the pane. */
export function ImageFailure({ what, why, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="absolute top-[max(0px,calc((12px_-_var(--y,0px))/var(--k,1)))] left-[max(0px,calc((12px_-_var(--x,0px))/var(--k,1)))] z-1 w-72 origin-top-left rounded-xl border border-line bg-surface p-4 text-sm shadow-card [scale:calc(1/var(--k,1))] [[role=alert]~&]:[translate:0_calc((100%+1rem)/var(--k,1))]"
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
