/** A key for a request that may be sent again. `crypto.randomUUID` is missing on pages that are not served over HTTPS. */
export const newRequestKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
