import { Explained } from '../setup/runProgram.mjs';

/**
 * Looks whether a diff that was completed is there, with its images.
 *
 * @param {{url: string, apiKey: string}} service
 */
export async function requireDiff({ url, apiKey }, diffId) {
  const get = (address) => fetch(new URL(address, url), { headers: { 'x-api-key': apiKey } });
  const answer = await get(`/api/v1/diffs/${diffId}`);
  const text = await answer.text();
  const changed = answer.ok && JSON.parse(text).results.find(({ status }) => status === 'changed');
  if (!changed) throw new Explained(`The diff is gone: ${text.slice(0, 500)}`);
  const image = await get(new URL(changed.diffImageUrl).pathname + new URL(changed.diffImageUrl).search);
  if (!image.ok || image.headers.get('content-type') !== 'image/png')
    throw new Explained(`Its image is gone: ${image.status}`);
}
