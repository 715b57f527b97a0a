export default {
  define: { EXAMPLE_VERSION: JSON.stringify(process.env.SVC_EXAMPLE_VERSION ?? '1') },
  build: { assetsInlineLimit: 0 },
};
