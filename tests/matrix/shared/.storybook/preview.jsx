export default {
  globalTypes: { theme: { defaultValue: 'light' } },
  decorators: [
    (Story, { globals }) => (
      <div style={{ padding: 16, background: globals.theme === 'dark' ? '#111' : '#eee' }}>
        <Story />
      </div>
    ),
  ],
};
