import { useState } from 'react';
import { Icon } from '../../../../ui/Icon.js';
import { type NamedFile, zipImages } from './zipImages.js';

/** Milliseconds until a browser has surely begun to save a file. */
const savingTakes = 60_000;

/** Saves all images of a result as one file. */
export function ZipButton({ name, files }: { name: string; files: readonly NamedFile[] }) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const save = async () => {
    setState('loading');
    try {
      const url = URL.createObjectURL(await zipImages(files));
      Object.assign(document.createElement('a'), { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), savingTakes);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <button type="button" disabled={state === 'loading'} onClick={() => void save()}>
      <Icon name="down" size={14} />
      <span aria-live="polite">
        {state === 'loading'
          ? 'Loading the images …'
          : state === 'failed'
            ? 'An image did not load. Try again'
            : 'Download all as ZIP'}
      </span>
    </button>
  );
}
