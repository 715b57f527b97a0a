export default {
  stories: ['../src/**/*.stories.svelte'],
  addons: ['@storybook/addon-svelte-csf'],
  framework: '@storybook/svelte-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
