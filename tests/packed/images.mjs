const decode = (text) => new Uint8Array(Buffer.from(text, 'base64'));

/** 8 × 8 white pixels. */
export const white = decode(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAD0lEQVR42mP4jwMwDC0JALoev0GJ6La7AAAAAElFTkSuQmCC',
);

/** The same with a black rectangle: 4 × 2 pixels at x=2 y=3. */
export const marked = decode(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFklEQVR42mP4jwMwkCvBgASIk6CG5QBi96dZ/mTxTQAAAABJRU5ErkJggg==',
);
