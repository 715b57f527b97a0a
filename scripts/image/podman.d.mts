/** Why containers cannot be run with podman here, or null. */
export function whyNoPodman(): string | null;
/** What podman is told in `CONTAINERS_CONF`. */
export function containersConf(): string;
