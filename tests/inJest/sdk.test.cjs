// Run by `npm run test:nodes`, in a project that has the packed SDK and Jest.
const { SvcClient, SvcError, detectBranch } = require('@svc/sdk');

test('the SDK is required', async () => {
  expect(new SvcClient({ apiKey: 'svc_key' })).toBeInstanceOf(SvcClient);
  expect(() => new SvcClient({ apiKey: '' })).toThrow(SvcError);
  expect(await detectBranch('main')).toBe('main');
});
