import type {} from '../DocumentKit.js';
import type {} from './StorybookWindow.js';

/** Switches a loaded preview to another story, as Storybook's own manager does. False when it cannot. */
export function selectStorybookStory(storyId: string): boolean {
  const channel = window.__STORYBOOK_ADDONS_CHANNEL__;
  const current = window.__STORYBOOK_PREVIEW__?.currentRender;
  if (!channel || !current?.id) return false;
  window.svcDocumentKit.story = { id: storyId, phase: '', error: null };
  window.svcDocumentKit.lastError = null;
  window.svcDocumentKit.lines = [];
  window.scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (current.id === storyId) channel.emit('forceRemount', { storyId });
  else channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
  return true;
}
