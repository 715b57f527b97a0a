import type { FlakySnapshot } from '@svc/schema';
import { useState } from 'react';
import { sameOriginUrl } from '../../client/sameOriginUrl.js';
import { Button } from '../../ui/Button.js';
import { Dialog } from '../../ui/Dialog.js';

type Picture = NonNullable<FlakySnapshot['image']>;

interface Props {
  title: string;
  first: Picture;
  second: Picture;
  onClose: () => void;
}

const pressed = 'aria-pressed:bg-accent-soft aria-pressed:text-accent';

/** Two images that should be the same: beside each other, or the one over the other. */
export function PairDialog({ title, first, second, onClose }: Props) {
  const [mix, setMix] = useState<number | null>(null);
  return (
    <Dialog
      title={title}
      isWide
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-first>
          Close
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          look="quiet"
          className={pressed}
          aria-pressed={mix === null}
          onClick={() => setMix(null)}
          icon="sideBySide"
        >
          Side by side
        </Button>
        <Button look="quiet" className={pressed} aria-pressed={mix === 0} onClick={() => setMix(0)}>
          First image
        </Button>
        <Button look="quiet" className={pressed} aria-pressed={mix === 1} onClick={() => setMix(1)}>
          Second image
        </Button>
        {mix !== null && (
          <input
            type="range"
            aria-label="How much of the second image is shown"
            min={0}
            max={1}
            step={0.01}
            value={mix}
            onChange={({ target: { value } }) => setMix(Number(value))}
            className="w-40"
          />
        )}
      </div>
      <div className="max-h-[70vh] overflow-auto rounded-xl border border-line bg-sunken p-3">
        {mix === null ? (
          <div className="grid gap-3 md:grid-cols-2">
            <Shown image={first} alt="First image" />
            <Shown image={second} alt="Second image" />
          </div>
        ) : (
          <div className="grid justify-items-start [&>img]:[grid-area:1/1]">
            <Shown image={first} alt="First image" />
            <Shown image={second} alt="Second image" opacity={mix} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

const Shown = ({ image, alt, opacity = 1 }: { image: Picture; alt: string; opacity?: number }) => (
  <img
    src={sameOriginUrl(image.imageUrl) ?? undefined}
    alt={alt}
    width={image.width}
    height={image.height}
    style={{ opacity }}
    className="h-auto max-w-full"
  />
);
