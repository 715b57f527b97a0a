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
    framesToCome: kit
      .roots()
      .flatMap((root) => [...root.querySelectorAll('iframe')])
      .filter((frame) => {
        const named = frame.hasAttribute('srcdoc') ? 'about:srcdoc' : frame.src;
        // Until the browser opens what it names, a frame has an empty document. Those of other origins cannot be seen.
        const isEmpty = frame.contentDocument?.URL === 'about:blank';
        return isEmpty && frame.loading !== 'lazy' && !/^(?:$|about:blank|javascript:)/i.test(named);
      }).length,
  };
}
