import type { Logger } from 'pino';
import type { Report } from './createReporter.js';
import { deliverChatMessages } from './service/chat/deliverChatMessages.js';
import { deliverCheckRuns } from './service/codeHosts/deliverCheckRuns.js';
import { giveUp } from './service/giveUp.js';
import { deliverMail } from './service/mail/deliverMail.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';
import { keepDelivering } from './worker/keepDelivering.js';
import { keepExpiring } from './worker/keepExpiring.js';
import { keepJudging } from './worker/keepJudging.js';
import type { Warn } from './worker/Warn.js';

interface Start {
  config: Config;
  logger: Logger;
  warn: Warn;
  report: Report;
}

/**
 * Starts the work that runs beside the jobs: deliveries, deletion of what has expired, the end of jobs that were given up.
 * @param endings receives what ends it
 */
export async function startWorker(
  resources: Resources,
  { config, logger, warn, report }: Start,
  endings: (() => Promise<unknown>)[],
): Promise<void> {
  await resources.queue.endGivenUp((_name, data, error) => giveUp(resources, data, error));
  endings.push(
    keepExpiring(resources, config.keepRows, report('what has expired was not ended'), (message) =>
      logger.warn(message),
    ),
  );
  endings.push(keepJudging(resources, report('commits were not judged again')));
  endings.push(
    keepDelivering((signal) => deliverCheckRuns(resources, signal), report('check runs were not delivered')),
    keepDelivering((signal) => deliverChatMessages(resources, signal), report('chats were not told')),
    keepDelivering((signal) => deliverMail(resources, warn, signal), report('mail was not sent')),
  );
}
