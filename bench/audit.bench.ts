import type pg from "pg";
import { flood } from "./support/hammer.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { type BenchServer, register } from "./support/server.ts";

const ROWS = 10_000_000;
/** Rows of one insert, so that it fits in the memory of a small machine. */
const BATCH = 500_000;
const LIST_MS = 100;
const SECONDS = 3;

const USERS = 2_000;
const WORKSPACES = 500;

/** Drops the indexes of the log and returns how to create them again, because filling them row by row takes many times longer. */
async function withoutIndexes(pool: pg.Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    "select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes where tablename = 'audit'",
  );
  for (const { name } of rows) await pool.query(`drop index "${name}"`);
  return async () => {
    for (const { definition } of rows) await pool.query(definition);
  };
}

/**
 * Adds entries of two years. One user and one workspace have half of them. Most are sign-ins. Changes of teams are rare, and the user and
 * workspace with most entries have only old ones.
 */
async function fillLog(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into users (id, email, email_key, display_name, provider)
      select md5('user ' || n)::uuid, 'p' || n || '@bench.example', 'p' || n || '@bench.example', 'Person ' || n, 'password'
      from generate_series(0, $1::int) n`,
    [USERS],
  );
  await pool.query(
    `insert into workspaces (id, kind, name) select md5('workspace ' || n)::uuid, 'team', 'Workspace ' || n from generate_series(0, $1::int) n`,
    [WORKSPACES],
  );
  const restore = await withoutIndexes(pool);
  for (let from = 1; from <= count; from += BATCH)
    await pool.query(
      `insert into audit (id, at, action, user_id, workspace_id, ip, details)
        select md5('entry ' || n)::uuid, now() - n * interval '6.3 seconds',
          case
            when n % 100000 = 0 then 'team.deleted'
            when n % 997 = 0 and (n % 2 = 1 or n > $3::bigint * 9 / 10) then 'team.created'
            when n % 10 < 6 then 'auth.signed-in'
            when n % 10 < 8 then 'item.deleted'
            when n % 10 = 8 then 'share.made'
            else 'member.joined'
          end,
          md5('user ' || case when n % 2 = 0 then 0 else 1 + n % $4::int end)::uuid,
          case when n % 5 <> 0 then md5('workspace ' || case when n % 2 = 0 then 0 else 1 + n % $5::int end)::uuid end,
          '192.0.2.' || n % 250, '{}'
        from generate_series($1::bigint, $2::bigint) n`,
      [from, Math.min(count, from + BATCH - 1), count, USERS, WORKSPACES],
    );
  await restore();
  await pool.query("vacuum analyze audit");
}

interface Question {
  name: string;
  filters: Record<string, string>[];
}

/** Returns what is measured: the first page, each filter, and combinations of frequent and rare values. */
async function questionsOf(pool: pg.Pool): Promise<Question[]> {
  const { rows } = await pool.query<{ user: string; other: string; workspace: string; small: string }>(
    `select md5('user 0')::uuid as user, md5('user 8')::uuid as other, md5('workspace 0')::uuid as workspace,
      md5('workspace 8')::uuid as small`,
  );
  const { user = "", other = "", workspace = "", small = "" } = rows[0] ?? {};
  const from = new Date(Date.now() - 365 * 86_400_000).toISOString();
  return [
    { name: "first page of the audit log", filters: [{}] },
    {
      name: "audit log by one filter",
      filters: [
        { userId: user },
        { userId: other },
        { workspaceId: workspace },
        { workspaceId: small },
        { action: "team.deleted" },
        { action: "team." },
        { action: "nothing." },
        { to: from },
      ],
    },
    {
      name: "audit log by several filters, of frequent and rare values",
      filters: [
        { userId: user, action: "team." },
        { userId: user, action: "team.deleted" },
        { userId: other, action: "auth." },
        { workspaceId: workspace, action: "team." },
        { workspaceId: workspace, action: "rights.changed" },
        { userId: user, workspaceId: workspace },
        { userId: other, workspaceId: workspace },
        { userId: user, workspaceId: workspace, action: "team." },
        { userId: user, workspaceId: workspace, action: "team.deleted", to: from },
      ],
    },
  ];
}

const pathOf = (filter: Record<string, string>): string => `/api/v1/admin/audit?${new URLSearchParams({ limit: "50", ...filter })}`;
/** Returns the names of a filter, whose values are ids. */
const described = (filter: Record<string, string>): string =>
  Object.entries(filter)
    .map(([name, value]) => (name === "action" ? value : name))
    .join(" + ");

async function measured(
  { url }: BenchServer,
  headers: Record<string, string>,
  count: number,
  { name, filters }: Question,
): Promise<Figure> {
  let slowest = { filter: {} as Record<string, string>, p95Ms: 0, p50Ms: 0 };
  for (const filter of filters) {
    await flood(url, { seconds: 1, connections: 1, headers, paths: [pathOf(filter)] });
    const found = await flood(url, { seconds: SECONDS, connections: 1, headers, paths: [pathOf(filter)] });
    if (found.p95Ms >= slowest.p95Ms) slowest = { filter, p95Ms: found.p95Ms, p50Ms: found.p50Ms };
  }
  return {
    name: `${name}, ${count.toLocaleString("en")} entries`,
    measured: `p95 ${slowest.p95Ms.toFixed(1)} ms (median ${slowest.p50Ms.toFixed(1)})`,
    target: `≤ ${LIST_MS} ms`,
    pass: slowest.p95Ms <= LIST_MS,
    note: filters.length === 1 ? "one call after another" : `the slowest: ${described(slowest.filter)}`,
  };
}

/**
 * Measures the audit log of the installation.
 * @param count number of entries; a small one tests this part
 */
export async function benchAudit(port: number, count = ROWS): Promise<Figure[]> {
  const { server, pool, stop } = await startProduct("audit", port, { ROLE: "web" });
  try {
    // The first account is the administrator.
    const { headers } = await register(server.url, "root@bench.example");
    await fillLog(pool, count);
    const figures: Figure[] = [];
    for (const question of await questionsOf(pool)) figures.push(await measured(server, headers, count, question));
    return figures;
  } finally {
    await stop();
  }
}
