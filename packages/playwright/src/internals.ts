/** Calls Playwright without a step in its reports. */
export function unreported<T>(target: object, call: () => Promise<T>): Promise<T> {
  const { _wrapApiCall } = target as {
    _wrapApiCall?: (call: () => Promise<T>, options: { internal: boolean }) => Promise<T>;
  };
  return _wrapApiCall ? _wrapApiCall.call(target, call, { internal: true }) : call();
}
