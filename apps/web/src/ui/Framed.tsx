import { useState } from 'react';
import { sameOriginUrl } from '../client/sameOriginUrl.js';

interface Props {
  /** Null where there is no image. */
  image: { imageUrl: string; width: number; height: number } | null;
  alt: string;
  className?: string;
}

/** An image within a frame that has its own size; a tall page shows its top. */
export function Framed({ image, alt, className = '' }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = sameOriginUrl(image?.imageUrl ?? null);
  const isTall = image !== null && image.height > image.width * 1.5;
  return (
    <span className={`flex items-center justify-center overflow-hidden bg-sunken ${className}`}>
      {image && url && url !== failed ? (
        <img
          src={url}
          alt={alt}
          width={image.width}
          height={image.height}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(url)}
          className={
            isTall ? 'size-full object-cover object-top' : 'max-h-full w-auto max-w-full object-contain'
          }
        />
      ) : (
        <span
          className="hatched size-full"
          role="img"
          aria-label={image ? 'This image has been removed' : 'No image'}
        />
      )}
    </span>
  );
}
