/** As in `package.json`, which a browser cannot read. */
export const version = '0.14.0';
