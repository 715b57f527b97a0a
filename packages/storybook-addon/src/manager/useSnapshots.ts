import { useEffect, useState } from 'react';
import { useStorybookApi, useStorybookState } from 'storybook/manager-api';
import { type AddonState, events, type StoryResult, type StoryState } from '../protocol.js';

interface Snapshots {
  storyId: string | undefined;
  /** Null until the server half has answered. */
  state: AddonState | null;
  story: StoryState | null;
  refresh(): void;
  run(): void;
  approve(result: StoryResult): void;
}

/** What is known of the story on screen, and what can be done about it. */
export function useSnapshots(): Snapshots {
  const api = useStorybookApi();
  const { storyId } = useStorybookState();
  const [state, setState] = useState<AddonState | null>(null);
  const [story, setStory] = useState<StoryState | null>(null);
  useEffect(() => {
    // Whatever happened anywhere may be about this story.
    const offState = api.on(events.state, (told: AddonState) => setState(told));
    const offStory = api.on(events.story, (told: StoryState) => {
      if (told.storyId === storyId) setStory(told);
    });
    if (storyId) api.emit(events.look, { storyId });
    return () => {
      offState();
      offStory();
    };
  }, [api, storyId]);
  return {
    storyId,
    state,
    story: story?.storyId === storyId ? story : null,
    refresh: () => api.emit(events.look, { storyId: storyId ?? null, isForced: true }),
    run: () => storyId && api.emit(events.run, { storyId }),
    approve: ({ diffId, slot, approvalStatus }) =>
      storyId && api.emit(events.approve, { storyId, diffId, slot, ifStatus: approvalStatus }),
  };
}
