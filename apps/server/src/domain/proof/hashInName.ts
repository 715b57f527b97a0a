/** What bundlers put into names: Vite eight characters, webpack and others at least eight hexadecimal digits. */
export const hashInName = /[-.]((?=[\w-]*[\d_]|[\w-]+[A-Z])[\w-]{8}|[\da-f]{8,})\.[^/]*$/;
