import type { CSSProperties } from 'react';
import { useTheme } from 'storybook/theming';

/** Of the filter that `Tint` defines. */
export const tintId = 'svc-tint';

type Look = Record<
  | 'bar'
  | 'button'
  | 'command'
  | 'dimmed'
  | 'disabledButton'
  | 'figure'
  | 'heading'
  | 'image'
  | 'line'
  | 'link'
  | 'mask'
  | 'notice'
  | 'page'
  | 'paper'
  | 'pictures'
  | 'problem'
  | 'result',
  CSSProperties
>;

/** How the panel looks in the theme of this Storybook. */
export function useLook(): Look {
  const { appBorderColor, appBorderRadius, background, color, textMutedColor } = useTheme();
  const border = `1px solid ${appBorderColor}`;
  const box: CSSProperties = {
    margin: '8px 0',
    padding: '8px 10px',
    border,
    borderRadius: appBorderRadius,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  };
  const button: CSSProperties = {
    padding: '4px 10px',
    minHeight: 28,
    font: 'inherit',
    color: 'inherit',
    background: background.app,
    border,
    borderRadius: appBorderRadius,
    cursor: 'pointer',
  };
  const image: CSSProperties = { display: 'block', maxWidth: '100%', height: 'auto' };
  return {
    page: { margin: 0, padding: 12, fontSize: 13, lineHeight: 1.5, color: color.defaultText },
    bar: { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' },
    button,
    disabledButton: {
      ...button,
      color: textMutedColor,
      border: `1px dashed ${appBorderColor}`,
      cursor: 'not-allowed',
    },
    heading: { margin: '14px 0 4px', fontSize: 13, fontWeight: 700 },
    line: { margin: '4px 0' },
    link: { color: 'inherit', textDecoration: 'underline' },
    notice: box,
    problem: { ...box, borderLeft: `4px solid ${color.negative}` },
    command: { display: 'block', marginTop: 6, overflowX: 'auto', userSelect: 'all', whiteSpace: 'pre-wrap' },
    result: { padding: '6px 0 10px', borderTop: border },
    pictures: { display: 'flex', flexWrap: 'wrap', gap: 10, alignItems: 'flex-start' },
    figure: { flex: '1 1 220px', minWidth: 0, maxWidth: 640, margin: '6px 0 0' },
    paper: { position: 'relative', border, background: '#fff', backgroundClip: 'padding-box' },
    image,
    dimmed: { ...image, opacity: 0.35 },
    mask: {
      ...image,
      position: 'absolute',
      inset: 0,
      width: '100%',
      height: '100%',
      filter: `url(#${tintId})`,
    },
  };
}
