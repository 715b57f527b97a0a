import type { KnownBlock } from '@slack/types';
import { AdaptiveCard, SerializationContext } from 'adaptivecards';
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { expect, expectTypeOf, test } from 'vitest';
import type { ChatMessage } from './ChatMessage.js';
import { discordMessage, slackMessage, teamsMessage } from './formatMessage.js';

const message: ChatMessage = {
  event: 'review-needed',
  project: 'acme/web',
  suite: 'storybook',
  branch: 'feature',
  commit: 'c0ffee1c0ffee1c0ffee1',
  title: '3 to review',
  url: 'https://svc.example/acme/web/diffs/dif_1',
};
/** What each chat would read as a link, a mention or Markdown, and longer than any field. */
const hostile: ChatMessage = {
  ...message,
  suite: '<!channel> @everyone [x](https://evil.example) **b** <at>all</at>',
  branch: `${'x'.repeat(5_000)}`,
  title: `<https://evil.example|click> ${'y'.repeat(5_000)}`,
};

test('Slack gets blocks, whose texts are plain', () => {
  expectTypeOf(slackMessage(message).blocks).toExtend<KnownBlock[]>();
  expect(slackMessage(message)).toEqual({
    text: 'Review needed: 3 to review (acme/web)',
    blocks: [
      { type: 'section', text: { type: 'plain_text', text: 'Review needed: 3 to review', emoji: false } },
      {
        type: 'section',
        fields: ['Project: acme/web', 'Suite: storybook', 'Branch: feature', 'Commit: c0ffee1c0f'].map(
          (text) => ({ type: 'plain_text', text, emoji: false }),
        ),
      },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: message.url }],
      },
    ],
  });
  const { text, blocks } = slackMessage(hostile);
  expect(text).not.toMatch(/[<>]/);
  const [title, facts] = blocks;
  expect(title).toMatchObject({ text: { type: 'plain_text' } });
  expect(JSON.stringify(facts)).not.toContain('mrkdwn');
  for (const field of (facts as { fields: { text: string }[] }).fields)
    expect(field.text.length).toBeLessThan(2_000);
  expect((title as { text: { text: string } }).text.text.length).toBeLessThan(3_000);
});

test('Teams gets a card that its own library reads without a complaint', () => {
  for (const given of [
    message,
    hostile,
    { ...message, event: null, suite: null, branch: null, commit: null },
  ]) {
    const sent = JSON.parse(JSON.stringify(teamsMessage(given)));
    expect(sent).toMatchObject({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }],
    });
    const context = new SerializationContext();
    const card = new AdaptiveCard();
    card.parse(sent.attachments[0].content, context);
    expect(context.eventCount).toBe(0);
    expect([card.getItemCount(), card.getActionCount()]).toEqual([2, 1]);
  }
  expect(JSON.stringify(teamsMessage(hostile))).not.toMatch(/\[x\]\(|<at>/);
});

test('Discord gets an embed that mentions nobody', () => {
  expectTypeOf(discordMessage(message)).toExtend<RESTPostAPIWebhookWithTokenJSONBody>();
  expect(discordMessage(message)).toMatchObject({
    embeds: [{ title: 'Review needed\\: 3 to review', url: message.url }],
    // biome-ignore lint/style/useNamingConvention: the name that the format has
    allowed_mentions: { parse: [] },
  });
  const [embed] = discordMessage(hostile).embeds;
  expect(embed?.title.length).toBeLessThanOrEqual(256);
  for (const { value } of embed?.fields ?? []) expect(value.length).toBeLessThanOrEqual(1_024);
  expect(JSON.stringify(embed?.fields)).not.toMatch(/\[x\]\(|"<|[^\\]@everyone/);
});
