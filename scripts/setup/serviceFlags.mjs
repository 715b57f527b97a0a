/**
 * Flags of Node for the service. Objects that are still young get 16 MiB and not 64, four times of which a process keeps: on a machine
 * with much memory, that takes 100 MiB less, and what must be cleaned up at once fits into shorter pauses.
 */
export const serviceFlags = ['--max-semi-space-size=16'];
