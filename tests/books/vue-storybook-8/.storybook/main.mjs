export default {
  stories: ['../src/**/*.stories.js'],
  framework: '@storybook/vue3-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
