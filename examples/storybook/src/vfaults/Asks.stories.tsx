/**
 * Stories that ask for something, for the tests: red where they do not get it, green where they do.
 * Built with `SVC_EXAMPLE_VERSION=faults` only.
 */
import { type ReactNode, useEffect, useState } from 'react';

export default { title: 'Asks', parameters: { layout: 'fullscreen' } };

const red = 'rgb(200, 0, 0)';
const green = 'rgb(0, 100, 0)';

function Sheet({ css, height = 200, children }: { css?: string; height?: number; children?: ReactNode }) {
  return (
    <>
      <style>{`.sheet { height: ${height}px; background: ${red}; forced-color-adjust: none } ${css ?? ''}`}</style>
      <div className="sheet">{children}</div>
    </>
  );
}
const when = (query: string) => () => <Sheet css={`@media ${query} { .sheet { background: ${green} } }`} />;
/** Longer than an image waits for by default. */
const longMs = 1_500;
const Late = () => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return <Sheet css={isOver ? `.sheet { background: ${green} }` : ''} />;
};
const Part = () => (
  <Sheet>
    <div className="part" style={{ width: 120, height: 30, background: green }} />
  </Sheet>
);
const Covered = () => (
  <Sheet css={`.sheet { background: ${green} }`}>
    <div className="noise" style={{ width: '100%', height: '100%', background: red }} />
  </Sheet>
);
const Turning = () => (
  <Sheet
    css={`@keyframes turn { from { background: ${green} } to { background: ${red} } }
      .sheet { animation: turn 300ms both }`}
  />
);
const themed = (_: unknown, { globals }: { globals: { theme?: string } }) => (
  <Sheet css={globals.theme === 'dark' ? `.sheet { background: ${green} }` : ''} />
);
const asking = (
  render: (args: unknown, context: { globals: { theme?: string } }) => ReactNode,
  svc: object,
) => ({
  render,
  parameters: { svc },
});

export const Delay = asking(() => <Late />, { delay: longMs + 300 });
export const Selector = asking(() => <Part />, { selector: '.part' });
export const CropToViewport = asking(() => <Sheet height={3_000} css={`.sheet { background: ${green} }`} />, {
  cropToViewport: true,
});
export const IgnoreSelectors = asking(() => <Covered />, { ignoreSelectors: ['.noise'] });
export const Disable = asking(() => <Sheet />, { disable: true });
export const DiffThreshold = asking(() => <Sheet css={`.sheet { background: ${green} }`} />, {
  diffThreshold: 0.4,
});
export const PauseAnimationAtEnd = asking(() => <Turning />, { pauseAnimationAtEnd: false });
export const ForcedColors = asking(when('(forced-colors: active)'), { forcedColors: 'active' });
export const PrefersReducedMotion = asking(when('(prefers-reduced-motion: reduce)'), {
  prefersReducedMotion: 'reduce',
});
export const Media = asking(when('print'), { media: 'print' });
export const Viewports = asking(when('(width: 375px)'), { viewports: [375] });
export const ModeOfWidth = asking(when('(width: 340px)'), { modes: { width: { viewport: 340 } } });
export const ModeOfName = asking(when('(width: 320px) and (height: 568px)'), {
  modes: { name: { viewport: 'mobile1' } },
});
export const ModeOfSize = asking(when('(width: 390px) and (height: 480px)'), {
  modes: { size: { viewport: { width: 390, height: 480 } } },
});
export const ModeOfTheme = asking(themed, { modes: { theme: { theme: 'dark' } } });

/** Parameters of another service, which many Storybooks have. */
export const Moved = {
  render: () => (
    <Sheet css={`@media (width: 360px) { .sheet { background: ${green} } }`}>
      <div className="noise" style={{ width: '100%', height: '100%', background: red }} />
    </Sheet>
  ),
  parameters: { chromatic: { modes: { small: { viewport: 360 } }, ignoreSelectors: ['.noise'] } },
};
export const MovedAndDisabled = {
  render: () => <Sheet />,
  parameters: { chromatic: { disableSnapshot: true } },
};
export const MovedButDecided = {
  render: () => <Part />,
  parameters: { svc: { selector: '.part' }, chromatic: { disableSnapshot: true } },
};
