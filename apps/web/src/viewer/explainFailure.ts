const reasons: Record<number, string> = {
  403: 'Its link has expired. Try again to get a new one.',
  404: 'The server no longer has this image.',
  429: 'The server is busy.',
};

/** Why an image did not load, in a sentence: the element itself does not tell. */
export async function explainFailure(url: string): Promise<string> {
  const response = await fetch(url, { credentials: 'same-origin', cache: 'reload' }).catch(() => null);
  if (!response) return 'The server did not answer. Check that it is running.';
  if (response.ok) return 'The response is not an image that this browser can read.';
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
