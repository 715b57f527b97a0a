import type { Repository } from '../repository/Repository.js';
import type { Step } from './Step.js';

/** Steps that happen in the repository alone: the service learns of them with the next build. */
type Change = Extract<
  Step,
  {
    do:
      | 'commit'
      | 'amend'
      | 'branch'
      | 'delete branch'
      | 'merge'
      | 'squash'
      | 'rebase'
      | 'cherry-pick'
      | 'revert'
      | 'drop the newest commit';
  }
>;

const changes: { [Do in Change['do']]: (repository: Repository, step: Extract<Change, { do: Do }>) => void } =
  {
    commit: (repository, { on, looks }) => repository.commit(on, looks),
    amend: (repository, { on, looks }) => repository.amend(on, looks),
    branch: (repository, { name, from }) => repository.setBranch(name, repository.head(from)),
    'delete branch': (repository, { name }) => repository.deleteBranch(name),
    merge: (repository, { from, into, conflict }) => repository.merge(from, into, conflict),
    squash: (repository, { from, into, conflict }) => repository.squash(from, into, conflict),
    rebase: (repository, { branch, onto, conflict }) => repository.rebase(branch, onto, conflict),
    'cherry-pick': (repository, { from, onto, conflict }) =>
      repository.cherryPick(repository.head(from), onto, conflict),
    revert: (repository, { on }) => repository.revert(on),
    'drop the newest commit': (repository, { on }) => {
      const [parent] = repository.parents(repository.head(on));
      if (parent !== undefined) repository.setBranch(on, parent);
    },
  };

/** @returns whether the step is one of the repository */
export function changeRepository(repository: Repository, step: Step): boolean {
  if (!(step.do in changes)) return false;
  const { do: what } = step as Change;
  (changes[what] as (repository: Repository, step: Step) => void)(repository, step);
  return true;
}
