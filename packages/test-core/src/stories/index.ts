export { openStage, type Stage, type StoryBrowser } from './openStage.js';
export type { StoryOptions } from './StoryOptions.js';
export type { StoryPage } from './StoryPage.js';
export { storySteps } from './storySteps.js';
export { type StoryShot, takePictures } from './takePictures.js';
