import { useRef } from 'react';
import { exampleResult } from '../../.storybook/exampleReview.js';
import { Viewer } from './Viewer.js';
import type { View } from './views.js';

export default { title: 'Viewer', parameters: { layout: 'fullscreen', svc: { cropToViewport: true } } };

const nothing = () => {};

function Shown({ view, result }: { view: View; result: ReturnType<typeof exampleResult> }) {
  const scale = useRef<HTMLElement>(null);
  return (
    <div className="flex h-[600px] bg-canvas">
      <Viewer
        ref={nothing}
        subject={result.name}
        result={result}
        view={view}
        overlay={{ shown: false, color: '#ff00c8', opacity: 0.7 }}
        mix={0.5}
        onMix={nothing}
        region={result.regions?.[0] ?? null}
        baselineNote="main 9f8e7d6"
        currentNote="feature/checkout a1b2c3d"
        onRetry={nothing}
        scale={scale}
      />
    </div>
  );
}

export const SideBySide = () => <Shown view="side" result={exampleResult('button')} />;
export const OneUp = () => <Shown view="current" result={exampleResult('dashboard')} />;
export const Swipe = () => <Shown view="swipe" result={exampleResult('card')} />;
export const Onion = () => <Shown view="onion" result={exampleResult('form')} />;
export const Tall = () => <Shown view="side" result={exampleResult('article')} />;
export const New = () => (
  <Shown
    view="side"
    result={exampleResult('card', {
      status: 'new',
      baselineImageUrl: null,
      baselineSize: null,
      baselineHash: null,
    })}
  />
);
export const Removed = () => (
  <Shown
    view="side"
    result={exampleResult('card', { status: 'removed', currentImageUrl: '', headSize: null, headHash: null })}
  />
);
