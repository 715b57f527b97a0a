// biome-ignore-all lint/style/useNamingConvention: Storybook's own globals.

/** The parts of Storybook's preview that the fleet uses. From version 6 to 10, each has some of them. */
export interface StorybookPreview {
  ready?(): Promise<void>;
  extract?(): Promise<Record<string, StorybookStory>>;
  loadStory?(options: { storyId: string }): Promise<StorybookStory>;
  storyStore?: {
    cacheAllCSFFiles?(): Promise<void>;
    raw?(): StorybookStory[];
    loadStory?(options: { storyId: string }): Promise<StorybookStory>;
  };
  storyStoreValue?: StorybookPreview['storyStore'];
  currentRender?: {
    id?: string;
    phase?: string;
    story?: {
      playFunction?: unknown;
      unboundStoryFn?: (context: unknown) => unknown;
      runStep?: (label: string, play: unknown, context: unknown) => Promise<void>;
    };
  };
}

export interface StorybookStory {
  id: string;
  name?: string;
  title?: string;
  kind?: string;
  tags?: string[];
  parameters?: Record<string, unknown>;
  /** From version 9 on. */
  storyGlobals?: unknown;
}

declare global {
  interface Window {
    __STORYBOOK_PREVIEW__?: StorybookPreview;
    __STORYBOOK_CLIENT_API__?: { storyStore?: StorybookPreview['storyStore'] };
    __STORYBOOK_ADDONS_CHANNEL__?: { emit(event: string, detail: unknown): void };
  }
}
