import { useRef } from 'react';
import { drawnResult } from '../../.storybook/drawnResult.js';
import { Viewer } from './Viewer.js';
import type { View } from './views.js';

export default { title: 'Viewer', parameters: { layout: 'fullscreen', svc: { cropToViewport: true } } };

const nothing = () => {};

function Shown({ view, result }: { view: View; result: ReturnType<typeof drawnResult> }) {
  const scale = useRef<HTMLElement>(null);
  return (
    <div className="flex h-[600px] bg-canvas">
      <Viewer
        ref={nothing}
        subject={result.name}
        result={result}
        view={view}
        isLevel
        background="checks"
        overlay={{ shown: false, color: '#ff00c8', opacity: 0.7 }}
        mix={0.5}
        onMix={nothing}
        marked={null}
        region={0}
        onRegion={nothing}
        baselineNote="main 9f8e7d6"
        currentNote="feature/checkout a1b2c3d"
        onRetry={nothing}
        scale={scale}
      />
    </div>
  );
}

export const SideBySide = () => <Shown view="side" result={drawnResult('button')} />;
export const OneUp = () => <Shown view="current" result={drawnResult('dashboard')} />;
export const Swipe = () => <Shown view="swipe" result={drawnResult('card')} />;
export const Onion = () => <Shown view="onion" result={drawnResult('form')} />;
export const Tall = () => <Shown view="side" result={drawnResult('article')} />;
export const New = () => (
  <Shown
    view="side"
    result={drawnResult('card', {
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
    result={drawnResult('card', { status: 'removed', currentImageUrl: '', headSize: null, headHash: null })}
  />
);
