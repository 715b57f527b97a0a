import type {} from '../DocumentKit.js';

export interface PlayState {
  isPlaying: boolean;
  /** Label of the innermost step that it is in. */
  step: string | null;
}

/** Where the story's play function is. */
export function playState(): PlayState {
  const { story, playSteps } = window.svcDocumentKit;
  return { isPlaying: story.phase === 'playing', step: playSteps.at(-1) ?? null };
}
