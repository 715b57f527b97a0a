/**
 * How tries of passwords are counted together, and how many wrong ones cost nothing. Requests for a new password count as such,
 * whatever becomes of them.
 */
export const freeTries = { account: 5, address: 20, device: 5, person: 5, reset: 10 } as const;
export type TryCounter = keyof typeof freeTries;

/** Seconds: nobody waits longer for the next try. */
export const longestDelay = 300;
/** Seconds after which one wrong try is forgotten, which limits an account to some 300 guesses a day in all. */
export const forgetAfter = 300;

/** Seconds to wait after so many wrong tries, doubled by each: 1, 2, 4 … */
export const passwordDelay = (counter: TryCounter, failures: number): number =>
  failures <= freeTries[counter]
    ? 0
    : Math.min(longestDelay, 2 ** Math.min(failures - freeTries[counter] - 1, 30));

/** Wrong tries that still count. */
export const rememberedFailures = (failures: number, secondsSince: number): number =>
  Math.max(0, failures - Math.floor(Math.max(0, secondsSince) / forgetAfter));
