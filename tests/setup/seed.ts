import { configureGlobal } from 'fast-check';

/**
 * One commit, one result: properties draw the same values in every run, unless `SVC_SEED` names another seed.
 * A failure prints its seed and path.
 */
configureGlobal({ seed: Number(process.env.SVC_SEED ?? 1) });
