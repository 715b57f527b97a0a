import type { Letter } from './Letter.js';
import { type Block, layOut, nameText, oneLine } from './layOut.js';

/** One thing that a person is told. */
export type Told =
  | { kind: 'mention' | 'reply'; author: string; snapshot: string; text: string }
  | { kind: 'request'; requestedBy: string }
  | { kind: 'build'; event: 'review-needed' | 'changes-rejected'; title: string };

interface Facts {
  /** `org/project`. */
  project: string;
  suite: string;
  branch: string | null;
  told: readonly Told[];
  /** Where the diff is reviewed. */
  url: string;
  /** Where a person chooses notifications. */
  accountUrl: string;
  /** Ends all of it. */
  unsubscribeUrl: string;
}

/** Things that one letter writes out. */
const mostTold = 20;
/** Characters of a comment that a letter repeats. */
const mostText = 1_500;

/** `Ada`, for `user:Ada`. */
const personOf = (actor: string): string => actor.slice(actor.indexOf(':') + 1);

const headlines = { 'review-needed': 'Review needed', 'changes-rejected': 'Changes rejected' };

/** Tells a person what happened in one diff. */
export function composeActivity({
  project,
  suite,
  branch,
  told,
  url,
  accountUrl,
  unsubscribeUrl,
}: Facts): Pick<Letter, 'subject' | 'text' | 'html'> {
  const [only] = told;
  const title = told.length === 1 && only ? titleOf(only) : `${told.length} updates`;
  const place = `${nameText(suite)}${branch === null ? '' : `, branch ${nameText(branch)}`}, in ${nameText(project)}`;
  return layOut(`${title} (${oneLine(project, 60)}: ${oneLine(suite, 40)})`, [
    { kind: 'text', text: place },
    ...told.slice(0, mostTold).flatMap(blocksOf),
    ...(told.length > mostTold
      ? [{ kind: 'text', text: `And ${told.length - mostTold} more.` } as const]
      : []),
    { kind: 'button', label: 'Open the review', url },
    {
      kind: 'note',
      text: 'You receive this as a member of the organization.',
      link: { label: 'Choose your notifications', url: accountUrl },
    },
    { kind: 'note', text: 'No more of these e-mails?', link: { label: 'Unsubscribe', url: unsubscribeUrl } },
  ]);
}

function titleOf(told: Told): string {
  switch (told.kind) {
    case 'mention':
      return `${oneLine(personOf(told.author), 40)} mentioned you`;
    case 'reply':
      return `${oneLine(personOf(told.author), 40)} replied`;
    case 'request':
      return `${oneLine(personOf(told.requestedBy), 40)} asks you for a review`;
    case 'build':
      return `${headlines[told.event]}: ${oneLine(told.title, 60)}`;
  }
}

function blocksOf(told: Told): Block[] {
  switch (told.kind) {
    case 'mention':
    case 'reply': {
      const verb = told.kind === 'mention' ? 'mentioned you' : 'replied';
      const text = [...told.text];
      return [
        {
          kind: 'text',
          text: `${nameText(personOf(told.author))} ${verb} in a comment on “${nameText(told.snapshot)}”:`,
        },
        { kind: 'quote', text: text.length > mostText ? `${text.slice(0, mostText).join('')}…` : told.text },
      ];
    }
    case 'request':
      return [{ kind: 'text', text: `${nameText(personOf(told.requestedBy))} asks you for a review.` }];
    case 'build':
      return [{ kind: 'text', text: `${headlines[told.event]}: ${oneLine(told.title)}` }];
  }
}
