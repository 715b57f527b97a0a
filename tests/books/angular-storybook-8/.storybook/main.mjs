export default {
  stories: ['../src/**/*.stories.ts'],
  framework: '@storybook/angular',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
