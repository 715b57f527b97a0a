import type { RouteName } from '../routes.js';
import { accountOperations } from './accountOperations.js';
import { captureOperations } from './captureOperations.js';
import { chatOperations } from './chatOperations.js';
import { cliLoginOperations } from './cliLoginOperations.js';
import { codeHostOperations } from './codeHostOperations.js';
import { commentOperations } from './commentOperations.js';
import { commitOperations } from './commitOperations.js';
import { diffOperations } from './diffOperations.js';
import { keyOperations } from './keyOperations.js';
import { mailOperations } from './mailOperations.js';
import { noiseOperations } from './noiseOperations.js';
import type { Operation } from './Operation.js';
import { organisationOperations } from './organisationOperations.js';
import { projectOperations } from './projectOperations.js';
import { serviceOperations } from './serviceOperations.js';
import { sessionOperations } from './sessionOperations.js';
import { signInOperations } from './signInOperations.js';
import { siteOperations } from './siteOperations.js';

/** Every operation under `/api/v1`, by its name in `routes`. */
export const operations = {
  ...captureOperations,
  ...commitOperations,
  ...diffOperations,
  ...chatOperations,
  ...commentOperations,
  ...mailOperations,
  ...noiseOperations,
  ...serviceOperations,
  ...sessionOperations,
  ...siteOperations,
  ...projectOperations,
  ...keyOperations,
  ...codeHostOperations,
  ...signInOperations,
  ...accountOperations,
  ...cliLoginOperations,
  ...organisationOperations,
} as const satisfies Record<RouteName, Operation>;

export type OperationName = keyof typeof operations;
