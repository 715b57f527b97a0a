/**
 * What the engine is told about what a container may do, as a service of `deploy/compose.yaml` says it.
 *
 * @param {object} service
 * @param {(file: string) => string} profileOf the file of a seccomp profile, by its path in the Compose file
 */
export function limitsOf(service, profileOf) {
  const { read_only, tmpfs = [], shm_size, cap_drop = [], cap_add = [], security_opt = [] } = service;
  const security = security_opt.map((option) =>
    option.replace(':true', '').replace(/^seccomp=(.*)$/, (_, file) => `seccomp=${profileOf(file)}`),
  );
  return [
    ...(read_only ? ['--read-only'] : []),
    ...tmpfs.map((folder) => `--tmpfs=${folder}`),
    ...(shm_size ? [`--shm-size=${shm_size.replace(/b$/, '')}`] : []),
    ...cap_drop.map((capability) => `--cap-drop=${capability}`),
    ...cap_add.map((capability) => `--cap-add=${capability}`),
    ...security.map((option) => `--security-opt=${option}`),
  ];
}
