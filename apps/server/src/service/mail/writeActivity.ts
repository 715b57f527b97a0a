import type { MailPreferences } from '@svc/schema';
import { composeActivity, type Told } from '../../domain/mail/composeActivity.js';
import type { Letter } from '../../domain/mail/Letter.js';
import type { ToldNotice } from '../../domain/mail/Notice.js';
import { slugOf } from '../../domain/slugOf.js';
import type { Database } from '../../store/database.js';
import {
  type ActivityRow,
  findActivity,
  findMailPreferences,
  findNoticedComments,
  findNoticedRequests,
  isBuildNews,
} from '../../store/mail/activity.js';
import type { Resources } from '../Resources.js';
import { unsubscribeToken } from './unsubscribe.js';

type Parts = Pick<Resources, 'database' | 'links' | 'vault'>;

/**
 * Writes what happened in a diff to a person: what is still so, what the person wants, and only if the person may see it.
 * @returns null where nothing of that is left
 */
export async function writeActivity(
  { database, links, vault }: Parts,
  { userId, diffId, notices }: { userId: string; diffId: string; notices: readonly ToldNotice[] },
): Promise<Omit<Letter, 'id' | 'at'> | null> {
  const activity = await findActivity(database, userId, diffId);
  if (!activity?.email) return null;
  const preferences = await findMailPreferences(database, userId);
  const told = await tell(database, { userId, activity, preferences }, notices);
  if (told.length === 0) return null;
  const { org, project: name, suite, branch, email: to } = activity;
  const project = slugOf({ org, name });
  const unsubscribeUrl = links.unsubscribe(unsubscribeToken({ vault }, userId));
  const body = composeActivity({
    project,
    suite,
    branch,
    told,
    url: links.review(project, diffId),
    accountUrl: links.account(),
    unsubscribeUrl,
  });
  return { ...body, to, list: { thread: diffId, unsubscribeUrl } };
}

interface Reader {
  userId: string;
  activity: ActivityRow;
  preferences: MailPreferences;
}

/** What there is to tell, in the order in which it happened. */
async function tell(
  database: Database,
  { userId, activity, preferences }: Reader,
  notices: readonly ToldNotice[],
): Promise<Told[]> {
  const wanted = notices.filter(({ kind }) => isWanted(preferences, kind));
  const comments = await findNoticedComments(
    database,
    wanted.flatMap((one) => (one.kind === 'mention' || one.kind === 'reply' ? [one.commentId] : [])),
  );
  const requests = await findNoticedRequests(
    database,
    wanted.flatMap((one) => (one.kind === 'request' ? [one.requestId] : [])),
  );
  const told: Told[] = [];
  for (const notice of wanted) {
    switch (notice.kind) {
      case 'mention':
      case 'reply': {
        const comment = comments.find(({ id }) => id === notice.commentId);
        if (comment) told.push({ ...comment, kind: notice.kind });
        break;
      }
      case 'request': {
        const request = requests.find(({ id }) => id === notice.requestId);
        if (request) told.push({ kind: 'request', requestedBy: request.requestedBy });
        break;
      }
      case 'build': {
        const { event, title } = notice;
        const { projectId } = activity;
        if (await isBuildNews(database, { userId, projectId }, notice))
          told.push({ kind: 'build', event, title });
        break;
      }
    }
  }
  return told;
}

function isWanted(preferences: MailPreferences, kind: ToldNotice['kind']): boolean {
  switch (kind) {
    case 'mention':
      return preferences.mentions;
    case 'reply':
      return preferences.replies;
    case 'request':
      return preferences.requests;
    case 'build':
      return preferences.builds !== 'none';
  }
}
