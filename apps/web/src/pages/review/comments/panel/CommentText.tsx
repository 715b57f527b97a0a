import type { Comment } from '@svc/schema';
import { textParts } from './textParts.js';

/** Plain text: nothing in it is markup but addresses and names. */
export const CommentText = ({ comment: { text, mentions } }: { comment: Comment }) => (
  <p dir="auto" className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
    {textParts(text, mentions).map((part, index) => {
      const key = index;
      if (part.kind === 'text') return <span key={key}>{part.text}</span>;
      if (part.kind === 'mention')
        return (
          <span key={key} className="font-medium text-accent">
            {part.text}
          </span>
        );
      return (
        <a
          key={key}
          href={part.href}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="text-accent underline"
        >
          {part.text}
        </a>
      );
    })}
  </p>
);
