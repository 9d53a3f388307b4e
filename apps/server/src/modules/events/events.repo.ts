import type { Pool } from "pg";

/** A session that is alive, and the spaces that its user is in. */
export interface Standing {
  sessionId: string;
  workspaceIds: string[];
}

const STANDING = `
  select s.id as "sessionId", array(select m.workspace_id::text from members m where m.user_id = s.user_id) as "workspaceIds"
  from sessions s where s.id = any($1::uuid[]) and s.expires_at > $2`;

/** Which of these sessions still live, and what each may hear, in one statement. */
export async function listStandings(pool: Pool, sessionIds: readonly string[], now: Date): Promise<Standing[]> {
  const { rows } = await pool.query<Standing>({ name: "events-standings", text: STANDING, values: [sessionIds, now] });
  return rows;
}
