export default {
  stories: ['../src/**/*.stories.ts'],
  addons: ['@storybook/addon-actions'],
  framework: '@storybook/angular',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
