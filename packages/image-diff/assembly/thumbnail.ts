// A smaller image of a part of an image.

/**
 * Shrinks RGBA8 to RGB by averaging areas, on white, into rows that begin with a PNG's filter type "none".
 *
 * @param sums room for 16 bytes for each of `width` pixels, rounded up to four pixels
 * @param pixels address of the first row, of which only those have to be in memory that are read: from `first` × `height` ÷
 *   `outHeight` on, up to `end` × `height` ÷ `outHeight`
 * @param out `outHeight` rows of 1 + 3 × `outWidth` bytes
 * @param first row that is written, `end` of those that are
 */
export function shrink(
  pixels: usize,
  pitch: usize,
  width: i32,
  height: i32,
  sums: usize,
  out: usize,
  outWidth: i32,
  outHeight: i32,
  first: i32,
  end: i32,
): void {
  // Both grids are laid on one that is outWidth × width by outHeight × height, so that weights are whole numbers.
  const scale = f32x4.splat(1 / (<f32>width * <f32>height));
  out += <usize>first * (1 + 3 * <usize>outWidth);
  for (let y = first; y < end; y++) {
    const from = y * height,
      to = from + height;
    memory.fill(sums, 0, (<usize>((width + 3) & ~3)) << 4);
    for (let row = from / outHeight; row * outHeight < to; row++) {
      const weight = min(row * outHeight + outHeight, to) - max(row * outHeight, from);
      addRow(pixels + <usize>row * pitch, width, <f32>weight, sums);
    }
    store<u8>(out++, 0);
    for (let x = 0; x < outWidth; x++) {
      const left = x * width,
        right = left + width;
      let sum = f32x4.splat(0);
      for (let column = left / outWidth; column * outWidth < right; column++) {
        const weight = min(column * outWidth + outWidth, right) - max(column * outWidth, left);
        sum = f32x4.add(sum, f32x4.mul(v128.load(sums + ((<usize>column) << 4)), f32x4.splat(<f32>weight)));
      }
      const color = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(sum, scale), f32x4.splat(0.5)));
      store<u8>(out, <u8>i32x4.extract_lane(color, 0));
      store<u8>(out, <u8>i32x4.extract_lane(color, 1), 1);
      store<u8>(out, <u8>i32x4.extract_lane(color, 2), 2);
      out += 3;
    }
  }
}

function addRow(pixels: usize, width: i32, weight: f32, sums: usize): void {
  const weights = f32x4.splat(weight),
    alpha = i32x4.splat(0xff000000);
  for (let x = 0; x < width; x += 4, pixels += 16, sums += 64) {
    const four = v128.load(pixels);
    if (i32x4.all_true(i32x4.eq(v128.and(four, alpha), alpha))) {
      const low = i16x8.extend_low_i8x16_u(four),
        high = i16x8.extend_high_i8x16_u(four);
      add(sums, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(low)), weights);
      add(sums + 16, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(low)), weights);
      add(sums + 32, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(high)), weights);
      add(sums + 48, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(high)), weights);
    } else {
      for (let i: usize = 0; i < 4; i++) add(sums + (i << 4), onWhite(load<u32>(pixels + (i << 2))), weights);
    }
  }
}

// @inline
function add(sum: usize, color: v128, weights: v128): void {
  v128.store(sum, f32x4.add(v128.load(sum), f32x4.mul(color, weights)));
}

function onWhite(pixel: u32): v128 {
  const alpha = <f32>(pixel >> 24),
    white: f32 = <f32>255 - alpha;
  return f32x4(
    white + (<f32>(pixel & 255) * alpha) / 255,
    white + (<f32>((pixel >> 8) & 255) * alpha) / 255,
    white + (<f32>((pixel >> 16) & 255) * alpha) / 255,
    255,
  );
}
