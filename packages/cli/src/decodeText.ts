const encodings = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** The text of a file as editors and shells write it on any system, without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const marked = encodings.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  return new TextDecoder(marked?.encoding).decode(bytes);
}
