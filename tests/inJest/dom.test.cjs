/**
 * @jest-environment jsdom
 */
const sdk = require('@svc/sdk');

test('in a browser, the SDK leaves out what asks git', () => {
  expect(() => new sdk.SvcClient({ apiKey: '' })).toThrow(sdk.SvcError);
  expect(sdk).not.toHaveProperty('detectBranch');
});
