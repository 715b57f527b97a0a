import type { Role } from '@svc/schema';
import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Makes an organisation; undefined when there is one of that name. */
export const insertOrganisation = (database: Database, name: string) =>
  database
    .insertInto('organisations')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Holds an organisation while its members change, so that changes come one after the other. */
export const lockOrganisation = (database: Database, name: string) =>
  database.selectFrom('organisations').selectAll().where('name', '=', name).forUpdate().executeTakeFirst();

export const findOrganisation = (database: Database, name: string) =>
  database.selectFrom('organisations').selectAll().where('name', '=', name).executeTakeFirst();

export const findRole = async (database: Database, org: string, userId: string): Promise<Role | undefined> =>
  (
    await database
      .selectFrom('members')
      .select('role')
      .where('org', '=', org)
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.role;

/** Organisations by name, with the role of a person there; null where the person is not a member. */
export const listOrganisations = (
  database: Database,
  { userId, all }: { userId: string; all: boolean },
): Promise<{ name: string; createdAt: Date; role: Role | null }[]> =>
  database
    .selectFrom('organisations')
    .leftJoin('members', (join) =>
      join.onRef('members.org', '=', 'organisations.name').on('members.userId', '=', userId),
    )
    .select(['organisations.name', 'organisations.createdAt', 'members.role'])
    .$if(!all, (query) => query.where('members.role', 'is not', null))
    .orderBy('organisations.name')
    .execute();

export const listMembers = (database: Database, org: string) =>
  database
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.id', 'users.name', 'users.email', 'members.role', 'members.createdAt'])
    .where('org', '=', org)
    .orderBy('members.createdAt')
    .orderBy('users.id')
    .execute();

/** Makes a person a member, or gives a member this role if it is the higher one. */
export const saveMember = async (
  database: Database,
  { org, userId, role }: { org: string; userId: string; role: Role },
): Promise<void> => {
  await sql`
    insert into members (org, user_id, role) values (${org}, ${userId}, ${role})
    on conflict (org, user_id) do update set role = excluded.role
    where array_position('{owner,maintainer,reviewer,viewer}', excluded.role)
      < array_position('{owner,maintainer,reviewer,viewer}', members.role)`.execute(database);
};

export const setRole = async (
  database: Database,
  { org, userId, role }: { org: string; userId: string; role: Role },
): Promise<void> => {
  await database
    .updateTable('members')
    .set({ role })
    .where('org', '=', org)
    .where('userId', '=', userId)
    .execute();
};

export const deleteMember = async (database: Database, org: string, userId: string): Promise<void> => {
  await database.deleteFrom('members').where('org', '=', org).where('userId', '=', userId).execute();
};
