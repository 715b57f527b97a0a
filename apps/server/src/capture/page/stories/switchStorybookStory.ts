import type {} from '../DocumentKit.js';
import type { ShownStory } from '../PageSteps.js';

/** Switches a loaded preview to another story and waits until it is rendered. Null when the preview cannot be switched. */
export async function switchStorybookStory(storyId: string): Promise<ShownStory | null> {
  const { selectStorybookStory, awaitStorybookStory } = window.svcDocumentKit.steps;
  return selectStorybookStory(storyId) ? awaitStorybookStory(storyId) : null;
}
