import { openService, type Web } from './openService.js';
import { addPerson } from './seedAccess.js';
import { seedReview } from './seedReviews.js';

/** A review that several people look at. */
export interface SharedReview {
  web: Web<'review'>;
  /** Its path. */
  review: string;
  /** The cookie of Grace Hopper, a reviewer. */
  grace: string;
  /** The cookie of another reviewer with the name of Ada Lovelace. */
  namesake: string;
  /** The cookie of Mary Somerville, a viewer. */
  mary: string;
}

/** Serves a review to Ada, and to members with lesser roles. */
export async function openSharedReview(): Promise<SharedReview> {
  const cookies = { grace: '', namesake: '', mary: '' };
  const web = await openService({
    review: async (world) => {
      cookies.grace = await addPerson(world, 'Grace Hopper', 'reviewer');
      cookies.namesake = await addPerson(world, 'Ada Lovelace', 'reviewer');
      cookies.mary = await addPerson(world, 'Mary Somerville', 'viewer');
      return seedReview(world);
    },
  });
  return { web, review: web.places.review, ...cookies };
}
