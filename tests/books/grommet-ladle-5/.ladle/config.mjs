export default { stories: 'src/components/**/*.stories.js' };
