import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** Sign-in methods that at least one administrator has used. */
export interface AdministratorMethods {
  password: boolean;
  google: boolean;
  oidc: boolean;
}

/** Returns by which methods at least one administrator, who is not suspended, can sign in. Uses the index `users_administrators`. */
export async function administratorMethods(
  db: Executor,
  issuers: { google: readonly string[]; oidc: readonly string[] },
): Promise<AdministratorMethods> {
  const has = (list: readonly string[]) => sql`coalesce(bool_or(exists (
    select 1 from identities i where i.user_id = u.id and i.unlinked_at is null and rtrim(i.issuer, '/') in (select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb)))), false)`;
  const { rows } = await db.execute<AdministratorMethods & Record<string, unknown>>(sql`
    select coalesce(bool_or(u.password_hash is not null), false) as password, ${has(issuers.google)} as google, ${has(issuers.oidc)} as oidc
    from users u where u.role = 'admin' and u.suspended_at is null`);
  return rows[0] ?? { password: false, google: false, oidc: false };
}

/** Returns address and preferences of a user. */
export async function recipient(db: Executor, userId: string): Promise<{ email: string; language: string | null } | undefined> {
  const { rows } = await db.execute<{ email: string; language: string | null }>(
    sql`select email, preferences ->> 'language' as language from users where id = ${userId}`,
  );
  return rows[0];
}
