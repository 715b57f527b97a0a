/** `2026-11-22 07:47`, UTC. */
export const timeText = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');
