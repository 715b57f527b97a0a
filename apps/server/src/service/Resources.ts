import type { BlockMove, ColumnChange, IgnoredRegion, Region, RowChange, Subthreshold } from '@svc/schema';
import type { CiIssuers } from '../domain/access/CiIssuers.js';
import type { RateLimits } from '../domain/access/rateLimits.js';
import type { SignInProvider } from '../domain/access/SignInProvider.js';
import type { Chat } from '../domain/chat/ChatMessage.js';
import type { CodeHosts } from '../domain/codeHosts/CodeHost.js';
import type { RepositoryGrant } from '../domain/codeHosts/repositoryGrants.js';
import type { Measures } from '../domain/Measures.js';
import type { Mailer } from '../domain/mail/Letter.js';
import type { Slot } from '../domain/slot.js';
import type { Queue } from '../queue/queue.js';
import type { BlobStore } from '../store/blobs/BlobStore.js';
import type { ClientName } from '../store/clients/clientPackages.js';
import type { Database } from '../store/database.js';
import type { Disks } from '../store/disks.js';
import type { CommitGraphs } from './CommitGraphs.js';
import type { Vault } from './createVault.js';
import type { LiveFeed } from './LiveFeed.js';
import type { Links } from './links.js';
import type { RecentBadges } from './RecentBadges.js';

/** What is known of a PNG that passed validation. */
export interface Inspection {
  width: number;
  height: number;
  byteHash: string;
  pixelHash: string;
}

/** How two images differ. */
export interface PixelComparison {
  equal: boolean;
  diffPercentage: number;
  /** What differs without counting. */
  subthreshold: Subthreshold;
  /** Structural similarity, -1 to 1; null when nobody asked. */
  similarity: number | null;
  /** A PNG whose opaque pixels are the changed ones; null when nothing changed. */
  mask: Uint8Array | null;
  /** What changed, in a person's terms; null when nothing did, or when nobody asked. */
  explanation: {
    regions: Region[];
    rows: RowChange[];
    columns: ColumnChange[];
    moves: BlockMove[];
    fingerprint: string;
    /** A mask of what changed beside what shifted; null where nothing did. */
    alignedMask: Uint8Array | null;
    /** PNG of the first region. */
    thumbnail: Uint8Array;
  } | null;
}

/** How people get accounts here. */
export interface AccountRules {
  /** Whether anybody may make an account, and then organisations. */
  isSignUpOpen: boolean;
  /** Who has an address here, as a provider has verified, makes an account without an invitation. */
  domains: string[];
  /** Where else people can sign in. */
  providers: SignInProvider[];
}

/** What every use case works on. */
export interface Resources {
  database: Database;
  blobs: BlobStore;
  disks: Disks;
  queue: Queue;
  links: Links;
  /** What happens to diffs, for the pages that show them. */
  live: LiveFeed;
  codeHosts: CodeHosts;
  chat: Chat;
  /** Null where the service sends no e-mail. */
  mailer: Mailer | null;
  /** Who may connect which repositories. */
  repositories: {
    /** Address of the GitHub whose App reports check runs, such as `https://github.com`. */
    githubPlace: string;
    /** What the operator allows. */
    grants: readonly RepositoryGrant[];
  };
  vault: Vault;
  /** Signs what the GitHub App sends; null when it sends nothing. */
  githubWebhookSecret: string | null;
  rateLimits: RateLimits;
  accounts: AccountRules;
  /** The clients of this service, as `/install` hands them out. */
  clients: ClientName[];
  commitGraphs: CommitGraphs;
  recentBadges: RecentBadges;
  measures: Measures;
  /** Whose identity tokens CI can exchange for keys. */
  ciIssuers: CiIssuers;
  /** Whether a proof that a story looks as before is put to the test. */
  isAudited(captureId: string, slot: Slot): boolean;
  /**
   * The PNG of a JPEG or WebP file, null for a PNG. Rejects with an error whose `code` is IMAGE_INVALID or
   * IMAGE_TOO_LARGE.
   */
  toPng(file: Uint8Array): Promise<Uint8Array | null>;
  /** Validates a PNG. Rejects with an error whose `code` is IMAGE_INVALID or IMAGE_TOO_LARGE. */
  inspect(png: Uint8Array): Promise<Inspection>;
  compare(
    base: Uint8Array,
    head: Uint8Array,
    options: {
      threshold: number;
      antiAliasing: boolean;
      explain: boolean;
      similarity?: boolean;
      /** SHA-256 of both files: an image that was inspected or compared a moment ago is then not decoded again. */
      byteHashes?: readonly [string, string];
      /** Boxes of the base and of the head that are not compared. */
      ignore?: { before: readonly IgnoredRegion[]; after: readonly IgnoredRegion[] };
    },
  ): Promise<PixelComparison>;
}
