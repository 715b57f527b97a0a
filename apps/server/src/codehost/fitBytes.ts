const ending = ' …';

/** The text, shortened to at most so many bytes of UTF-8 and never within a character. */
export function fitBytes(text: string, maximum: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maximum) return text;
  let end = maximum - Buffer.byteLength(ending);
  // Bytes 10xxxxxx go on with a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString() + ending;
}
