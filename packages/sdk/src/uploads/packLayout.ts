/** What the service takes. */
const mostCharacters = 190_000;
/** Arguments of one call. */
const bytesAtOnce = 8_192;

/** A layout record as it is sent: deflated, in Base64. Undefined where that is too long: an image is as good without. */
export async function packLayout(json: string): Promise<string | undefined> {
  const deflated = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  let text = '';
  for (let from = 0; from < bytes.length; from += bytesAtOnce)
    text += String.fromCharCode(...bytes.subarray(from, from + bytesAtOnce));
  const packed = btoa(text);
  return packed.length <= mostCharacters ? packed : undefined;
}
