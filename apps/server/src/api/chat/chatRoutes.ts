import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { requirePerson } from '../../service/access/Principal.js';
import {
  addChatRule,
  changeChatRule,
  readChatRules,
  removeChatRule,
  testChatRule,
} from '../../service/chat/chatRules.js';
import type { Resources } from '../../service/Resources.js';
import { serve } from '../serve.js';

export function chatRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.listChatRules, async ({ access, principal }) => {
    requirePerson(principal);
    return { rules: await readChatRules(resources, access) };
  });
  serve(app, resources, operations.addChatRule, ({ body, access, principal }) => {
    requirePerson(principal);
    return addChatRule(resources, access, body);
  });
  serve(app, resources, operations.changeChatRule, ({ params, body, access, principal }) => {
    requirePerson(principal);
    return changeChatRule(resources, access, params.id, body);
  });
  serve(app, resources, operations.removeChatRule, async ({ params, access, principal }) => {
    requirePerson(principal);
    await removeChatRule(resources, access, params.id);
    return {};
  });
  serve(app, resources, operations.testChatRule, async ({ params, access, principal }) => {
    requirePerson(principal);
    const error = await testChatRule(resources, access, params.id);
    return { posted: error === null, error };
  });
}
