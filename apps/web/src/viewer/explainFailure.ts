const reasons: Record<number, string> = {
  403: 'Its address is no longer valid. Trying again asks for a new one.',
  404: 'The server does not have this image any more.',
  429: 'The server had too much to do.',
};

/** Why an image did not load, in a sentence: the element itself does not tell. */
export async function explainFailure(url: string): Promise<string> {
  const response = await fetch(url, { credentials: 'same-origin', cache: 'reload' }).catch(() => null);
  if (!response) return 'The server did not answer. Check that it is running.';
  if (response.ok) return 'It arrived, but is not an image that this browser can read.';
  return (
    (response.status === 404 && (await messageOf(response))) ||
    reasons[response.status] ||
    `The server answered ${response.status}.`
  );
}

/** What the server itself says of the image; null when it says nothing of it. */
const messageOf = (response: Response): Promise<string | null> =>
  response.json().then(
    (body: { error?: { code?: string; message?: string } } | null) =>
      body?.error?.code === 'IMAGE_NOT_FOUND' ? (body.error.message ?? null) : null,
    () => null,
  );
