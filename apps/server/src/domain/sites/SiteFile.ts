/** A file of an uploaded site. */
export interface SiteFile {
  /** Within the site, with forward slashes. */
  path: string;
  hash: string;
  bytes: number;
}
