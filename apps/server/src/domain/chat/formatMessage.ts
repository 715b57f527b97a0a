import type { ChatEvent, ChatKind } from '@svc/schema';
import type { ChatMessage } from './ChatMessage.js';

/** The body that an incoming webhook of the chat takes, as JSON. */
export const formatMessage = (kind: ChatKind, message: ChatMessage) => formats[kind](message);

const formats = { slack: slackMessage, teams: teamsMessage, discord: discordMessage };

const headlines: Record<ChatEvent, string> = {
  'review-needed': 'Review needed',
  'changes-rejected': 'Changes rejected',
  passed: 'All changes approved',
  'capture-failed': 'Capture failed',
};

const headlineOf = ({ event }: ChatMessage) => (event === null ? 'Test message' : headlines[event]);

const shorten = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};

/** What it is about, by name; no field is longer than chats take. */
const factsOf = ({ project, suite, branch, commit }: ChatMessage): [name: string, value: string][] => {
  const facts: [string, string | null][] = [
    ['Project', project],
    ['Suite', suite],
    ['Branch', branch],
    ['Commit', commit?.slice(0, 10) ?? null],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, shorten(value, 300)]]));
};

/** https://docs.slack.dev/messaging/formatting-message-text: three characters have a meaning of their own. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, with Block Kit. */
export function slackMessage(message: ChatMessage) {
  const headline = headlineOf(message);
  const title = shorten(message.title, 500);
  return {
    // For notifications, and for readers of the screen.
    text: slackText(`${headline}: ${title} (${shorten(message.project, 200)})`),
    blocks: [
      {
        type: 'section' as const,
        text: { type: 'plain_text' as const, text: `${headline}: ${title}`, emoji: false },
      },
      {
        type: 'section' as const,
        fields: factsOf(message).map(([name, value]) => ({
          type: 'plain_text' as const,
          text: `${name}: ${value}`,
          emoji: false,
        })),
      },
      {
        type: 'actions' as const,
        elements: [
          {
            type: 'button' as const,
            text: { type: 'plain_text' as const, text: 'Open' },
            url: message.url,
          },
        ],
      },
    ],
  };
}

/** Text blocks of cards read a part of Markdown. */
const cardText = (text: string): string => text.replace(/[\\`*_[\]()<>#~|-]/g, '\\$&');

/** An Adaptive Card, as the webhook of a Teams workflow takes it. */
export function teamsMessage(message: ChatMessage) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          // biome-ignore lint/style/useNamingConvention: the name that the format has
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            {
              type: 'TextBlock',
              text: cardText(`${headlineOf(message)}: ${shorten(message.title, 500)}`),
              weight: 'Bolder',
              size: 'Medium',
              wrap: true,
            },
            {
              type: 'FactSet',
              facts: factsOf(message).map(([title, value]) => ({ title, value: cardText(value) })),
            },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url: message.url }],
        },
      },
    ],
  };
}

const colors: Record<ChatEvent, number> = {
  'review-needed': 0xb45309,
  'changes-rejected': 0xb91c1c,
  passed: 0x15803d,
  'capture-failed': 0xb91c1c,
};

/** What Discord reads as Markdown or as a mention. */
const discordText = (text: string): string => text.replace(/[\\`*_~|<>[\]()#@:-]/g, '\\$&');

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
export function discordMessage(message: ChatMessage) {
  return {
    embeds: [
      {
        title: discordText(shorten(`${headlineOf(message)}: ${message.title}`, 120)),
        url: message.url,
        ...(message.event === null ? {} : { color: colors[message.event] }),
        fields: factsOf(message).map(([name, value]) => ({ name, value: discordText(value), inline: true })),
      },
    ],
    // Nobody is notified, whatever names look like.
    // biome-ignore lint/style/useNamingConvention: the name that the format has
    allowed_mentions: { parse: [] },
  };
}
