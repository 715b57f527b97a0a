import type { StorybookConfig } from '@storybook/react-vite';

const version = process.env.SVC_EXAMPLE_VERSION ?? '1';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/*.stories.tsx', `../src/v${version}/*.stories.tsx`],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};

export default config;
