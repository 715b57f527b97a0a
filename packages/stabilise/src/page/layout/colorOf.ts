import type { Brush } from './LayoutSteps.js';

/** A color as computed values have it; another value as it is. */
export function colorOf(value: string, brush: Brush): string {
  if (value === 'transparent') return 'rgba(0, 0, 0, 0)';
  const numbers =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(0|1|0?\.\d{1,2})\s*)?\)$/.exec(value);
  if (numbers) {
    const [, red, green, blue, alpha = '1'] = numbers;
    const channels = `${Number(red)}, ${Number(green)}, ${Number(blue)}`;
    return alpha === '1' ? `rgb(${channels})` : `rgba(${channels}, ${Number(alpha)})`;
  }
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(value);
  const hex = short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : value;
  const ofHex = (six: string) => {
    const number = Number.parseInt(six.slice(1), 16);
    return `rgb(${number >> 16}, ${(number >> 8) & 255}, ${number & 255})`;
  };
  if (/^#[\da-f]{6}$/i.test(hex)) return ofHex(hex);
  if (!/^(#|rgb|hsl|hwb|[a-z]+$)/i.test(value) || !CSS.supports('color', value)) return value;
  const pen = brush();
  if (!pen) return value;
  pen.fillStyle = '#010203';
  pen.fillStyle = value;
  const color = String(pen.fillStyle);
  if (color.charAt(0) !== '#') return color;
  return color === '#010203' ? value : ofHex(color);
}
