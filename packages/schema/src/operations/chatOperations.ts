import { changeChatRuleBody, chatRule, chatRuleBody, chatRuleList, chatTest } from '../conversation/chat.js';
import { byId, nothing } from '../primitives.js';
import { routes } from '../routes.js';
import type { Operation } from './Operation.js';

const managed = { access: 'project', needs: 'manage' } as const;

export const chatOperations = {
  listChatRules: {
    ...routes.listChatRules,
    ...managed,
    summary: 'What the project posts to chats; addresses are left out. People only, no API keys',
    response: chatRuleList,
  },
  addChatRule: {
    ...routes.addChatRule,
    ...managed,
    summary: 'Post events to a chat by its incoming webhook; people only, no API keys',
    body: chatRuleBody,
    response: chatRule,
    errors: ['QUOTA_EXCEEDED'],
  },
  changeChatRule: {
    ...routes.changeChatRule,
    ...managed,
    summary: 'Change what is posted, or where; people only, no API keys',
    params: byId,
    body: changeChatRuleBody,
    response: chatRule,
    errors: ['CHAT_RULE_NOT_FOUND'],
  },
  removeChatRule: {
    ...routes.removeChatRule,
    ...managed,
    summary: 'Post nothing there any more; people only, no API keys',
    params: byId,
    response: nothing,
    errors: ['CHAT_RULE_NOT_FOUND'],
  },
  testChatRule: {
    ...routes.testChatRule,
    ...managed,
    summary: 'Post a test message now; people only, no API keys',
    params: byId,
    body: nothing,
    response: chatTest,
    errors: ['CHAT_RULE_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
