export default {
  stories: ['../src/**/*.stories.@(js|tsx)'],
  framework: '@storybook/react-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
};
