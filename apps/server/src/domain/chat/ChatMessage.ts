import type { ChatEvent, ChatKind } from '@svc/schema';

/** What a chat reads about a suite at a commit. */
export interface ChatMessage {
  /** Null for a test message. */
  event: ChatEvent | null;
  /** `org/project`. */
  project: string;
  suite: string | null;
  branch: string | null;
  commit: string | null;
  /** What the check says, such as `3 to review`. */
  title: string;
  /** Where a person looks at it. */
  url: string;
}

/** Posts messages to chats. */
export interface Chat {
  /**
   * @param url of the incoming webhook
   * @throws CodeHostError when the chat did not take it
   */
  post(kind: ChatKind, url: string, message: ChatMessage, signal: AbortSignal): Promise<void>;
}
