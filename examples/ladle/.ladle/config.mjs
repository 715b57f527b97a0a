const version = process.env.SVC_EXAMPLE_VERSION ?? '1';

export default {
  stories: ['src/*.stories.tsx', `src/v${version}/*.stories.tsx`],
};
