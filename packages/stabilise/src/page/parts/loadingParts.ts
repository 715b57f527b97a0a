import type {} from '../DocumentKit.js';
import type { LoadingParts } from '../PageSteps.js';

/** What the document is still loading. Lazy images are told to load now. */
export async function loadingParts(): Promise<LoadingParts> {
  const kit = window.svcDocumentKit;
  // Fonts are asked for by the first layout that needs them.
  await kit.frame();
  await kit.frame();
  const faces = [...document.fonts].filter(({ status }) => status === 'loading');
  const images = kit.roots().flatMap((root) => [...root.querySelectorAll('img')]);
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager';
  return {
    fonts: [...new Set(faces.map(({ family }) => family))],
    images: images
      .filter((image) => !image.complete)
      .map((image) => {
        const source = image.currentSrc || image.src;
        return URL.canParse(source) ? new URL(source).pathname : source.slice(0, 100);
      }),
  };
}
