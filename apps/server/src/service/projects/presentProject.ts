import type { Project, ProjectSettings } from '@svc/schema';
import { slugOf } from '../../domain/slugOf.js';
import type { ProjectRow } from '../../store/projects/projects.js';

export const presentProject = (row: ProjectRow): Project => ({
  slug: slugOf(row),
  defaultBranch: row.default_branch,
  createdAt: row.created_at.toISOString(),
});

export const presentSettings = (row: ProjectRow): ProjectSettings => ({
  approvalMemory: row.approval_memory,
  defaultBranch: row.default_branch,
  threshold: row.threshold,
  antiAliasing: row.anti_aliasing,
  retentionDays: row.retention_days,
});
