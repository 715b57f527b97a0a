/** The oldest Node that can run the scripts far enough to fetch another. */
export const oldestStart = '20.19';

/**
 * Decides which Node runs a script.
 *
 * @param {string} version of this Node
 * @param {string} supported what the workspace supports, as `>=22.13`
 * @returns {'own' | 'fetched' | 'none'}
 */
export function chooseNode(version, supported) {
  if (isAtLeast(version, supported.replace('>=', ''))) return 'own';
  return isAtLeast(version, oldestStart) ? 'fetched' : 'none';
}

function isAtLeast(version, floor) {
  const [major, minor] = version.split('.').map(Number);
  const [floorMajor, floorMinor] = floor.split('.').map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}
