import { Kysely, PostgresDialect } from 'kysely';
import {
  type ExpressionNode,
  GenericExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect as TypesDialect,
} from 'kysely-codegen';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/createTestDatabase.js';
import { openDatabase } from './database.js';
import { migrate } from './migrate.js';

/** Of `columnTypes.ts`; null is added where the column may be null. */
const type = (name: string) => new IdentifierNode(name);
/** The same, for a column with a default. */
const withDefault = (name: string) => new GenericExpressionNode('Generated', [type(name)]);

const columns: Record<string, ExpressionNode> = {
  'accessibility_changes.approval_status': type('ApprovalStatus'),
  'accessibility_changes.findings': type('JsonFindings'),
  'api_keys.scopes': withDefault('Scopes'),
  'audit_log.details': type('JsonRecord'),
  'captures.ci': type('JsonCiPages'),
  'captures.mode': type('CaptureMode'),
  'captures.status': withDefault('CaptureStatus'),
  'chat_messages.content': type('JsonRecord'),
  'check_runs.desired': withDefault('JsonCheckRunState'),
  'code_hosts.kind': type('CodeHostKind'),
  'code_repositories.proof': type('RepositoryProof'),
  'comparison_causes.boxes': type('JsonCauseBoxes'),
  'comparison_causes.causes': type('JsonCauses'),
  'comparisons.column_changes': type('JsonColumnChanges'),
  'comparisons.moves': type('JsonBlockMoves'),
  'comparisons.regions': type('JsonRegions'),
  'comparisons.row_changes': type('JsonRowChanges'),
  'comparisons.subthreshold': type('JsonSubthreshold'),
  'decisions.kind': type('DecisionKind'),
  'diffs.sensitivity': withDefault('Sensitivity'),
  'diffs.status': withDefault('DiffStatus'),
  'doubts.cause': type('DoubtCause'),
  'flakes.cause': type('DoubtCause'),
  'flakes.kind': type('FlakeKind'),
  'invitations.role': type('Role'),
  'mails.notices': type('JsonNotices'),
  'members.role': type('Role'),
  'open_reviews.ends': withDefault('JsonReviewEnds'),
  'projects.a11y': withDefault('A11yMode'),
  'projects.a11y_by_suite': withDefault('JsonA11yBySuite'),
  'projects.cancel_superseded': withDefault('CancelSuperseded'),
  'projects.former_branches': withDefault('JsonFormerBranches'),
  'projects.sensitivity': withDefault('Sensitivity'),
  'results.approval_status': type('ApprovalStatus'),
  'results.base_reason': type('BaseReason'),
  'results.ignored': type('JsonIgnoredBoxes'),
  'results.path': type('JsonStrings'),
  'results.status': type('ResultStatus'),
  'review_sessions.answer': type('JsonAnswer'),
  'review_sessions.ci': type('JsonCiPages'),
  'sites.status': withDefault('SiteStatus'),
  'sites.tool': type('StoryTool'),
  'snapshot_loads.loads': type('JsonStoryLoads'),
  'snapshots.console': type('JsonStrings'),
  'snapshots.ignored': type('JsonIgnoredRegions'),
  'snapshots.incomplete': type('JsonMissingParts'),
  'snapshots.metadata': type('JsonRecord'),
  'snapshots.path': type('JsonStrings'),
  'snapshots.status': withDefault('SnapshotStatus'),
  'snapshots.target': type('JsonCaptureTarget'),
  'snapshots.timings': type('JsonNumbers'),
  'stories.entry': type('JsonStoryEntry'),
};

const namesOf = (node: ExpressionNode): string[] =>
  node instanceof GenericExpressionNode ? node.args.flatMap(namesOf) : 'name' in node ? [node.name] : [];

test('tables.ts says what the migrations make; `npm run types:database` writes it', async () => {
  const testDatabase = await createTestDatabase();
  const { database, pool } = openDatabase({ connectionString: testDatabase.connectionString });
  try {
    await migrate(database);
    const tables = await generate({
      db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
      dialect: new TypesDialect(),
      camelCase: true,
      // As `database.ts` reads it.
      typeMapping: { int8: 'number', bytea: 'string' },
      customImports: Object.fromEntries(
        Object.values(columns)
          .flatMap(namesOf)
          .map((name) => [name, './columnTypes.js']),
      ),
      overrides: { columns },
      outFile: null,
    });
    await expect(tables).toMatchFileSnapshot('tables.ts');
  } finally {
    await database.destroy();
    await testDatabase.drop();
  }
});
