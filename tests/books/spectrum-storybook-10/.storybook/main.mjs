export default {
  stories: ['../src/stories/*.stories.js'],
  framework: '@storybook/web-components-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
