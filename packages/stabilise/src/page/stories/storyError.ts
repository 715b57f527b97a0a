import type {} from '../DocumentKit.js';

/** What the story tool has said against the story since it was shown, or null. */
export function storyError(): string | null {
  const { story, lastError } = window.svcDocumentKit;
  if (story.error !== null) return story.error;
  // Ladle says nothing, but removes a story that throws after it was rendered.
  const isGone = document.querySelector('#ladle-root')?.childNodes.length === 0;
  return isGone && lastError ? `the story threw an error: ${lastError}` : null;
}
