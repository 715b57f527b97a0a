import type { ChatEvent, ChatKind } from '@svc/schema';

export const chatKindWords: Record<ChatKind, string> = { slack: 'Slack', teams: 'Teams', discord: 'Discord' };

export const chatEventWords: Record<ChatEvent, string> = {
  'review-needed': 'Review needed',
  'changes-rejected': 'Changes rejected',
  passed: 'All changes approved',
  'capture-failed': 'Capture failed',
};

export const chatEvents = Object.keys(chatEventWords) as ChatEvent[];
