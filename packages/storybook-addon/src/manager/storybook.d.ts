// What the addon needs of Storybook 9 and 10; the real types would bring a Storybook into the workspace.
declare module 'storybook/manager-api' {
  interface API {
    on(event: string, listener: (detail: never) => void): () => void;
    emit(event: string, detail: object): void;
    setSelectedPanel(id: string): void;
    togglePanel(isShown: boolean): void;
  }
  interface StatusStore {
    onSelect(listener: () => void): () => void;
  }
  interface Panel {
    type: string;
    title: string;
    match(place: { viewMode?: string }): boolean;
    render(given: { active?: boolean }): React.ReactNode;
  }
  const addons: {
    register(id: string, prepare: (api: API) => void): void;
    add(id: string, panel: Panel): void;
  };
  const types: { PANEL: string };
  function experimental_getStatusStore(typeId: string): StatusStore;
  function useStorybookState(): { storyId?: string; viewMode?: string };
  function useStorybookApi(): API;
}

declare module 'storybook/internal/components' {
  const AddonPanel: (given: { active: boolean; children: React.ReactNode }) => React.ReactElement | null;
}

declare module 'storybook/theming' {
  interface Theme {
    base: 'light' | 'dark';
    appBorderColor: string;
    appBorderRadius: number;
    background: { content: string; app: string };
    color: { defaultText: string; secondary: string; negative: string; warning: string; positive: string };
    textMutedColor: string;
  }
  function useTheme(): Theme;
}
