import { Icon } from '../../../ui/Icon.js';
import { tipOf } from '../actions/actions.js';

interface Props {
  /** Unresolved threads about the snapshot. */
  count: number;
  isShown: boolean;
  onPress: () => void;
}

export const CommentsButton = ({ count, isShown, onPress }: Props) => (
  <button
    type="button"
    aria-expanded={isShown}
    aria-keyshortcuts="m"
    data-tip={tipOf('comments')}
    onClick={onPress}
    className="inline-flex items-center gap-1 rounded hover:text-accent"
  >
    <Icon name="comment" size={13} />
    {count === 0 ? 'Comment' : `${count} unresolved`}
  </button>
);
