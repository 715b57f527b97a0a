/** Copies a part of a buffer at once, where `set` copies shared memory a word at a time and takes seven times as long. */
const NodeBuffer = globalThis.process?.getBuiltinModule?.('node:buffer').Buffer;

/** Copies bytes from or to shared memory, to where there is room for them. */
export function copyShared(from: Uint8Array, to: Uint8Array): void {
  // All of a buffer is copied by `set` there too, a part of it is not.
  if (NodeBuffer)
    NodeBuffer.from(from.buffer).copy(to, 0, from.byteOffset, from.byteOffset + from.byteLength);
  else to.set(from);
}
