import type { Site } from '@svc/schema';
import type { ProjectRow } from '../store/projects.js';
import { slugOf } from '../store/projects.js';
import type { SiteRow } from '../store/sites.js';
import type { Links } from './links.js';

export const presentSite = (links: Links, project: ProjectRow, row: SiteRow): Site => ({
  id: row.id,
  project: slugOf(project),
  status: row.status,
  fileCount: row.file_count,
  totalBytes: row.total_bytes,
  cdnUrl: links.site(row.id),
  createdAt: row.created_at.toISOString(),
  error: row.error,
  tool: row.tool,
});
