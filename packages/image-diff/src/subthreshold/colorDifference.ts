/** A color of CIE L*a*b*, white point D65. */
interface Lab {
  lightness: number;
  a: number;
  b: number;
}

/** sRGB over white; bits from the lowest: red, green, blue, alpha. */
export function labOf(pixel: number): Lab {
  const alpha = (pixel >>> 24) / 255;
  const linear = (shift: number) => {
    const level = (((pixel >>> shift) & 255) * alpha) / 255 + 1 - alpha;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = [linear(0), linear(8), linear(16)];
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return { lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

const curve = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Degrees from 0 to 360. */
const hueOf = (a: number, b: number) =>
  (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

/**
 * CIEDE2000: 1 is about what a person can just see side by side, 100 is black and white. ISO/CIE 11664-6:2014, as
 * G. Sharma, W. Wu, E. Dalal write it out: "The CIEDE2000 color-difference formula: Implementation notes, supplementary
 * test data, and mathematical observations" (Color Research and Application, 2005).
 */
export function ciede2000(one: Lab, other: Lab): number {
  const meanOfChromas = (Math.hypot(one.a, one.b) + Math.hypot(other.a, other.b)) / 2;
  const greyness = 0.5 * (1 - Math.sqrt(meanOfChromas ** 7 / (meanOfChromas ** 7 + 25 ** 7)));
  const [a1, a2] = [one.a * (1 + greyness), other.a * (1 + greyness)];
  const [chroma1, chroma2] = [Math.hypot(a1, one.b), Math.hypot(a2, other.b)];
  const [hue1, hue2] = [hueOf(a1, one.b), hueOf(a2, other.b)];
  const isGrey = chroma1 * chroma2 === 0;
  const turn = hue2 - hue1;
  const shortTurn = isGrey ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
  const hueDifference = 2 * Math.sqrt(chroma1 * chroma2) * Math.sin(radians(shortTurn / 2));
  const lightness = (one.lightness + other.lightness) / 2;
  const chroma = (chroma1 + chroma2) / 2;
  const hue = isGrey ? hue1 + hue2 : meanHue(hue1, hue2);
  const t =
    1 -
    0.17 * Math.cos(radians(hue - 30)) +
    0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) -
    0.2 * Math.cos(radians(4 * hue - 63));
  const fromGrey = (lightness - 50) ** 2;
  const byLightness = (other.lightness - one.lightness) / (1 + (0.015 * fromGrey) / Math.sqrt(20 + fromGrey));
  const byChroma = (chroma2 - chroma1) / (1 + 0.045 * chroma);
  const byHue = hueDifference / (1 + 0.015 * chroma * t);
  const rotation =
    -2 *
    Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) *
    Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))));
  return Math.sqrt(byLightness ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue);
}

function meanHue(one: number, other: number): number {
  const sum = one + other;
  if (Math.abs(one - other) <= 180) return sum / 2;
  return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
}
