import type { Project, ProjectSettings } from '@svc/schema';
import { slugOf } from '../../domain/slugOf.js';
import type { ProjectRow } from '../../store/projects/projects.js';

export const presentProject = (row: ProjectRow): Project => ({
  slug: slugOf(row),
  defaultBranch: row.defaultBranch,
  createdAt: row.createdAt.toISOString(),
});

export const presentSettings = (row: ProjectRow): ProjectSettings => ({
  approvalMemory: row.approvalMemory,
  defaultBranch: row.defaultBranch,
  threshold: row.threshold,
  antiAliasing: row.antiAliasing,
  retentionDays: row.retentionDays,
});
