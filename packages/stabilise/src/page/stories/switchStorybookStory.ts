import type {} from '../DocumentKit.js';
import type { ShownStory, WantedStory } from '../PageSteps.js';

/** Switches a loaded preview to another story and waits until it is rendered. Null when the preview cannot be switched. */
export async function switchStorybookStory(wanted: WantedStory): Promise<ShownStory | null> {
  const { selectStorybookStory, awaitStorybookStory } = window.svcDocumentKit.steps;
  return selectStorybookStory(wanted.storyId) ? awaitStorybookStory(wanted) : null;
}
