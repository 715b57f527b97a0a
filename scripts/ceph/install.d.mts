/** Why no Ceph can be started here, or null. */
export function whyNoCeph(): string | null;
