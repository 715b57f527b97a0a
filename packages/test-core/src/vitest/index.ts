export { type Answer, passed } from './Answer.js';
export { PictureReporter, type PictureTerms } from './PictureReporter.js';
