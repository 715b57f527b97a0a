import type { Preview } from '@storybook/react-vite';
import '../src/theme.css';

const preview: Preview = {
  parameters: {
    layout: 'padded',
    svc: { modes: { light: { theme: 'light' }, dark: { theme: 'dark' } } },
  },
  globalTypes: {
    theme: {
      description: 'Color scheme',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light' },
  decorators: [
    (Story, { globals }) => {
      document.documentElement.style.colorScheme = String(globals.theme);
      return <Story />;
    },
  ],
};

export default preview;
