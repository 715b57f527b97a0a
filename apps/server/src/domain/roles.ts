/** What a process of the service can do. Together, the processes of a deployment do all of it. */
export const roles = [
  // Serves the API, the review UI and uploaded sites.
  'api',
  // Compares images, delivers check runs and messages, removes what has expired.
  'worker',
  // Unpacks builds and captures them in browsers.
  'capture',
] as const;
export type Role = (typeof roles)[number];

export const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name);
