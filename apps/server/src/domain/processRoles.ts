/** What a process of the service can do. Together, the processes of a deployment do all of it. */
export const processRoles = [
  // Serves the API, the review UI and uploaded sites.
  'api',
  // Compares images, delivers check runs and messages, removes what has expired.
  'worker',
  // Unpacks builds and captures them in browsers.
  'capture',
] as const;
export type ProcessRole = (typeof processRoles)[number];

export const isProcessRole = (name: string): name is ProcessRole =>
  (processRoles as readonly string[]).includes(name);
