/** Pixels of a PNG, as its header says. */
export function sizeOfPng(png: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}
