export type { SvcStorybookOptions } from './options.js';
export { withSvc } from './withSvc.js';
export { withSvcJest } from './withSvcJest.js';
