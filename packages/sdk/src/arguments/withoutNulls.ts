/** Null is as absent: as text it would be a name, and a service refuses it in JSON. */
export const withoutNulls = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T;
