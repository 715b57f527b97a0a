const days = 7;

/** Until when an ephemeral capture that is made now is kept (R19). */
export const ephemeralEnd = (): Date => new Date(Date.now() + days * 86_400_000);
