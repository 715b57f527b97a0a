import { Suspense, useId, useState } from 'react';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { Button } from '../../../../ui/Button.js';
import { Icon } from '../../../../ui/Icon.js';
import { useCopy } from '../../../../ui/useCopy.js';
import { slotKey } from '../../../../words/slotKey.js';
import { variantWords } from '../../../../words/variantWords.js';
import { LivePageLinks, TraceLink } from './lazyLinks.js';
import { ZipButton } from './ZipButton.js';

/** What a link to the result and its images can be taken along as. */
export function ShareMenu({ result }: { result: ReviewItem }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { outcome, copy } = useCopy();
  const images = [
    { word: 'Baseline', url: result.baselineImageUrl },
    { word: 'Current', url: result.currentImageUrl || null },
    { word: 'Difference', url: result.diffImageUrl },
  ].flatMap(({ word, url }) => (url ? [{ word, url, name: fileName(result, word, 'png') }] : []));
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="rounded [anchor-name:--share] hover:text-accent hover:underline"
      >
        Share
      </button>
      <div
        id={id}
        popover="auto"
        className="share-menu"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <Button
          icon={outcome === 'copied' ? 'check' : 'link'}
          look="quiet"
          onClick={() => copy(linkTo(result))}
        >
          {outcome === 'copied'
            ? 'Copied'
            : outcome === 'refused'
              ? 'Copy the address of the page'
              : 'Copy link to this snapshot'}
        </Button>
        {isOpen && (
          <Suspense>
            <LivePageLinks result={result} />
          </Suspense>
        )}
        {images.map(({ word, url, name }) => (
          <a key={word} href={url} download={name}>
            <Icon name="down" size={14} />
            Download {word.toLowerCase()}
          </a>
        ))}
        {images.length > 1 && <ZipButton name={fileName(result, 'images', 'zip')} files={images} />}
        {isOpen && (
          <Suspense>
            <TraceLink result={result} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Where the page shows this result, whatever it shows first. */
function linkTo(result: ReviewItem): string {
  const url = new URL(location.href);
  url.searchParams.set('result', slotKey(result));
  return url.href;
}

/** A name that every file system takes: `Button-Primary-1280-720-current.png`. */
const fileName = (result: ReviewItem, word: string, ending: string): string =>
  `${[result.name, variantWords(result), word.toLowerCase()]
    .join(' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(-200)}.${ending}`;
