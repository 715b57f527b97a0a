import type { DriverOptions } from '@svc/test-core/page';
import type { Globals } from './CypressPage.js';
import { type Plan, type PlanRequest, tasks } from './Plan.js';
import { endMode, takeSnapshot } from './takeSnapshot.js';

export type SvcSnapshotOptions = Partial<Omit<DriverOptions, 'layout'>>;

declare global {
  namespace Cypress {
    interface Chainable {
      /**
       * Takes a snapshot of the page, or of the element that it is called on; it is uploaded and compared when the tests
       * have ended.
       * @param name the name of the snapshot, as it is; the file, the titles and a number of the test if absent
       */
      svcSnapshot(name?: string | SvcSnapshotOptions, options?: SvcSnapshotOptions): Chainable;
    }
  }
}

const globals = globalThis as unknown as Globals;
const { Cypress, cy } = globals;
const quiet = { log: false } as const;

/** What every document runs first. */
let startScript = '';

globals.before(() => {
  cy.task<string>(tasks.start, null, quiet).then(quiet, (script) => {
    startScript = script;
  });
});
globals.afterEach(() => endMode(globals));
Cypress.on('window:before:load', (page) => {
  page.eval(startScript);
});

/** The elements of a subject: windows and documents stand for the page. */
function elementsOf(subject: unknown): unknown {
  const first = (subject as { readonly [index: number]: { nodeType?: number } } | undefined)?.[0];
  return first?.nodeType === 1 ? subject : null;
}

Cypress.Commands.add(
  'svcSnapshot',
  { prevSubject: ['optional', 'element', 'window', 'document'] },
  (subject: unknown, given?: string | SvcSnapshotOptions, more?: SvcSnapshotOptions) => {
    const [name, options] = typeof given === 'string' ? [given, more] : [null, given];
    Cypress.log({ name: 'svcSnapshot', displayName: 'snapshot', message: name ?? '' });
    const request: PlanRequest = {
      name,
      options: options ?? {},
      file: Cypress.spec.relative,
      titles: Cypress.currentTest.titlePath,
      attempt: Cypress.currentRetry,
      browser: Cypress.browser.name,
    };
    return cy
      .task<Plan | null>(tasks.plan, request, quiet)
      .then(quiet, (plan) => {
        // Null in `cypress open`.
        if (plan) takeSnapshot(globals, plan, elementsOf(subject));
      })
      .then(quiet, () => cy.wrap(subject, quiet));
  },
);
