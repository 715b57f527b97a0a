import type {} from '../DocumentKit.js';

/** What the story tool has said against the story since it was shown, or null. */
export const storyError = (): string | null => window.svcDocumentKit.story.error;
