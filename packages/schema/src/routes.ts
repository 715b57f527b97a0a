/** Where an operation is: what a client needs to know of it at run time. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With its parameters as `:name`. */
  path: string;
}

/** Every operation under `/api/v1`. Plain data: a browser loads it without the schemas. */
export const routes = {
  createCapture: { method: 'POST', path: '/api/v1/captures' },
  listCaptures: { method: 'GET', path: '/api/v1/captures' },
  getCapture: { method: 'GET', path: '/api/v1/captures/:id' },
  getCaptureDetails: { method: 'GET', path: '/api/v1/captures/:id/details' },
  completeCapture: { method: 'POST', path: '/api/v1/captures/:id/complete' },
  cancelCapture: { method: 'POST', path: '/api/v1/captures/:id/cancel' },
  uploadTrace: { method: 'POST', path: '/api/v1/captures/:id/traces' },
  getTrace: { method: 'GET', path: '/api/v1/traces/:hash' },
  uploadSnapshot: { method: 'POST', path: '/api/v1/snapshots' },
  uploadKnownSnapshots: { method: 'POST', path: '/api/v1/snapshots/known' },
  findKnownImages: { method: 'POST', path: '/api/v1/images/known' },
  getImage: { method: 'GET', path: '/api/v1/images/:hash' },
  getComparisonImage: { method: 'GET', path: '/api/v1/comparisons/:id/:image' },

  findKnownCommits: { method: 'POST', path: '/api/v1/commits/known' },
  addCommits: { method: 'POST', path: '/api/v1/commits' },

  createDiff: { method: 'POST', path: '/api/v1/diffs' },
  listDiffs: { method: 'GET', path: '/api/v1/diffs' },
  getDiff: { method: 'GET', path: '/api/v1/diffs/:id' },
  getReview: { method: 'GET', path: '/api/v1/diffs/:id/review' },
  watchDiff: { method: 'GET', path: '/api/v1/diffs/:id/events' },
  explainResult: { method: 'GET', path: '/api/v1/diffs/:id/explanation' },
  getCauses: { method: 'GET', path: '/api/v1/diffs/:id/causes' },
  getResultCauses: { method: 'GET', path: '/api/v1/diffs/:id/causes/result' },
  listTraces: { method: 'GET', path: '/api/v1/diffs/:id/traces' },
  reDiff: { method: 'POST', path: '/api/v1/diffs/:id/rediff' },
  approve: { method: 'POST', path: '/api/v1/diffs/:id/approve' },
  reject: { method: 'POST', path: '/api/v1/diffs/:id/reject' },
  revoke: { method: 'POST', path: '/api/v1/diffs/:id/revoke' },

  listThreads: { method: 'GET', path: '/api/v1/diffs/:id/threads' },
  startThread: { method: 'POST', path: '/api/v1/diffs/:id/threads' },
  reply: { method: 'POST', path: '/api/v1/threads/:id/comments' },
  resolveThread: { method: 'POST', path: '/api/v1/threads/:id/resolve' },
  reopenThread: { method: 'POST', path: '/api/v1/threads/:id/reopen' },
  editComment: { method: 'POST', path: '/api/v1/comments/:id' },
  deleteComment: { method: 'DELETE', path: '/api/v1/comments/:id' },

  listIgnoreAreas: { method: 'GET', path: '/api/v1/ignore-areas' },
  addIgnoreArea: { method: 'POST', path: '/api/v1/ignore-areas' },
  changeIgnoreArea: { method: 'POST', path: '/api/v1/ignore-areas/:id' },
  removeIgnoreArea: { method: 'DELETE', path: '/api/v1/ignore-areas/:id' },

  createSession: { method: 'POST', path: '/api/v1/sessions' },
  completeSession: { method: 'POST', path: '/api/v1/sessions/:id/complete' },
  getSession: { method: 'GET', path: '/api/v1/sessions/:id' },
  listSessions: { method: 'GET', path: '/api/v1/sessions' },
  finishRun: { method: 'POST', path: '/api/v1/runs/finish' },

  uploadSite: { method: 'POST', path: '/api/v1/sites' },
  announceSite: { method: 'POST', path: '/api/v1/sites/manifest' },
  uploadSiteFiles: { method: 'POST', path: '/api/v1/sites/:id/files' },
  getSite: { method: 'GET', path: '/api/v1/sites/:id' },
  discoverStories: { method: 'GET', path: '/api/v1/sites/:id/stories' },

  listProjects: { method: 'GET', path: '/api/v1/projects' },
  getOverview: { method: 'GET', path: '/api/v1/overview' },
  listSuites: { method: 'GET', path: '/api/v1/suites' },
  getSuite: { method: 'GET', path: '/api/v1/suite' },
  listBaselines: { method: 'GET', path: '/api/v1/baselines' },
  getSnapshotHistory: { method: 'GET', path: '/api/v1/snapshots/history' },
  getSettings: { method: 'GET', path: '/api/v1/settings' },
  changeSettings: { method: 'POST', path: '/api/v1/settings' },
  getUsage: { method: 'GET', path: '/api/v1/usage' },

  listKeys: { method: 'GET', path: '/api/v1/keys' },
  createKey: { method: 'POST', path: '/api/v1/keys' },
  revokeKey: { method: 'DELETE', path: '/api/v1/keys/:id' },
  exchangeIdToken: { method: 'POST', path: '/api/v1/keys/exchange' },
  listAudit: { method: 'GET', path: '/api/v1/audit' },

  listCheckRuns: { method: 'GET', path: '/api/v1/check-runs' },
  deliverCheckRun: { method: 'POST', path: '/api/v1/check-runs/:id/deliver' },
  getCodeHost: { method: 'GET', path: '/api/v1/code-host' },
  setCodeHost: { method: 'POST', path: '/api/v1/code-host' },
  removeCodeHost: { method: 'DELETE', path: '/api/v1/code-host' },
  receiveGithubEvent: { method: 'POST', path: '/api/v1/webhooks/github' },

  getSignInOptions: { method: 'GET', path: '/api/v1/sign-in/options' },
  signIn: { method: 'POST', path: '/api/v1/sign-in' },
  signInWithPassword: { method: 'POST', path: '/api/v1/sign-in/password' },
  signUp: { method: 'POST', path: '/api/v1/sign-up' },
  startSignIn: { method: 'GET', path: '/api/v1/oauth/:provider/start' },
  finishSignIn: { method: 'GET', path: '/api/v1/oauth/:provider/callback' },
  signOut: { method: 'POST', path: '/api/v1/sign-out' },
  signOutEverywhere: { method: 'POST', path: '/api/v1/sign-out/everywhere' },

  whoAmI: { method: 'GET', path: '/api/v1/me' },
  getAccount: { method: 'GET', path: '/api/v1/me/account' },
  changeAccount: { method: 'POST', path: '/api/v1/me/account' },
  changePassword: { method: 'POST', path: '/api/v1/me/password' },
  linkIdentity: { method: 'POST', path: '/api/v1/me/identities/:provider' },
  unlinkIdentity: { method: 'DELETE', path: '/api/v1/me/identities/:provider' },
  listWaiting: { method: 'GET', path: '/api/v1/me/waiting' },
  listSignIns: { method: 'GET', path: '/api/v1/me/sign-ins' },
  endSignIn: { method: 'DELETE', path: '/api/v1/me/sign-ins/:id' },

  beginCliLogin: { method: 'POST', path: '/api/v1/cli-logins' },
  finishCliLogin: { method: 'POST', path: '/api/v1/cli-logins/token' },
  getCliLogin: { method: 'GET', path: '/api/v1/cli-logins/:code' },
  decideCliLogin: { method: 'POST', path: '/api/v1/cli-logins/:code/decide' },
  endLogin: { method: 'DELETE', path: '/api/v1/me/login' },

  listOrganisations: { method: 'GET', path: '/api/v1/organisations' },
  createOrganisation: { method: 'POST', path: '/api/v1/organisations' },
  createProject: { method: 'POST', path: '/api/v1/organisations/:org/projects' },
  listMembers: { method: 'GET', path: '/api/v1/organisations/:org/members' },
  changeRole: { method: 'POST', path: '/api/v1/organisations/:org/members/:id' },
  removeMember: { method: 'DELETE', path: '/api/v1/organisations/:org/members/:id' },
  listInvitations: { method: 'GET', path: '/api/v1/organisations/:org/invitations' },
  invite: { method: 'POST', path: '/api/v1/organisations/:org/invitations' },
  revokeInvitation: { method: 'DELETE', path: '/api/v1/organisations/:org/invitations/:id' },
  readInvitation: { method: 'POST', path: '/api/v1/invitations/read' },
  acceptInvitation: { method: 'POST', path: '/api/v1/invitations/accept' },
  listOrganisationAudit: { method: 'GET', path: '/api/v1/organisations/:org/audit' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
