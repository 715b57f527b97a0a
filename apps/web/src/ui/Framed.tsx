import { useState } from 'react';
import { sameOriginUrl } from '../client/sameOriginUrl.js';

interface Props {
  /** Null where there is no picture. */
  picture: { imageUrl: string; width: number; height: number } | null;
  alt: string;
  className?: string;
}

/** A picture within a frame that has its own size; a tall page shows its top. */
export function Framed({ picture, alt, className = '' }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = sameOriginUrl(picture?.imageUrl ?? null);
  const isTall = picture !== null && picture.height > picture.width * 1.5;
  return (
    <span className={`flex items-center justify-center overflow-hidden bg-sunken ${className}`}>
      {picture && url && url !== failed ? (
        <img
          src={url}
          alt={alt}
          width={picture.width}
          height={picture.height}
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
          aria-label={picture ? 'This picture is not there any more' : 'No picture'}
        />
      )}
    </span>
  );
}
