import { attemptOf, jestTest, ShotFolder } from '@svc/test-core/driver';
import { type StoryPage, takePictures } from '@svc/test-core/stories';
import type { SvcStorybookOptions } from './options.js';

/** Takes the snapshots of the story that the test runner has visited, and keeps each for its upload. */
export async function takeStory(
  page: StoryPage,
  storyId: string,
  options: SvcStorybookOptions,
): Promise<void> {
  const folder = ShotFolder.ofRun();
  if (!folder)
    throw new Error('@svc/storybook: put withSvcJest(getJestConfig()) into test-runner-jest.config.js');
  // The runner says which browser it uses.
  const { browserName } = globalThis as { browserName?: string };
  const { mode, onUploadError } = options;
  const test = jestTest();
  await takePictures({
    page,
    storyId,
    options,
    browserName,
    isBase: (shot, png) => folder.bases(shot.suite)?.isBase(shot, png) ?? false,
    async keep(shot, { png, layout }) {
      const kept = { shot: { ...shot, attempt: test?.attempt }, by: test ? attemptOf(test) : undefined };
      folder.keep({ ...kept, mode, onUploadError }, png, layout);
      return null;
    },
  });
}
