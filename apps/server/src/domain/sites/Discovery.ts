/** What the stories of a site were found in. */
export interface Discovery {
  /** How they were found. */
  recipe: string;
  /** Paths of all files that were asked for, those that do not exist included. */
  paths: string[];
}
