export default {
  stories: ['../src/**/*.stories.js'],
  framework: '@storybook/react-webpack5',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
};
