import { median, percentile } from "./support/load.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { callApi, refreshed, register } from "./support/server.ts";

/** Sizes that the product promises to support. */
export interface NotificationsShape {
  unread: number;
  comments: number;
}

const SHAPE: NotificationsShape = { unread: 10_000, comments: 1_000 };
const BELL_MS = 100;
const CALLS = 60;
const WARM_UP = 5;
/** Number of comments that are sent in parallel. */
const AT_ONCE = 4;

type Person = Awaited<ReturnType<typeof register>>;

/** One item for each of many unread notifications, so that the permission of each item is checked. */
const FILL = `
  with item as (
    insert into items (id, workspace_id, owner_id, type, title, full_file_name, ref_name, stage, mime_type)
    select gen_random_uuid(), $2, $1, 'image', 'Item ' || n, 'item.png', gen_random_uuid()::text, 'ready', 'image/png'
    from generate_series(1, $3::int) n
    returning id
  )
  insert into notifications (id, user_id, kind, group_key, item_id, workspace_id, created_at)
  select gen_random_uuid(), $1, 'like', 'like:' || id, id, $2, now() - row_number() over () * interval '1 second' from item`;

async function times(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = [];
  for (let nth = 0; nth < count + WARM_UP; nth += 1) {
    const began = performance.now();
    await run();
    if (nth >= WARM_UP) measured.push(performance.now() - began);
  }
  return measured;
}

/**
 * Measures the bell of a user with many unread notifications, and a burst of comments on one item of that user.
 * @param shape a small one tests this part
 */
export async function benchNotifications(port: number, shape: NotificationsShape = SHAPE): Promise<Figure[]> {
  const { server, pool, stop } = await startProduct("notifications", port, { ROLE: "web", RATE_LIMIT_FACTOR: "1000" });
  try {
    const join = async (name: string): Promise<Person> =>
      refreshed(server, await register(server.url, `${name}@bench.example`), `${name}@bench.example`);
    const [owner, writer] = [await join("owner"), await join("writer")];
    const { id } = await callApi<{ id: string }>(server, owner, "GET", "/auth/user-data");
    const { id: writerId } = await callApi<{ id: string }>(server, writer, "GET", "/auth/user-data");
    const { id: workspaceId } = await callApi<{ id: string }>(server, owner, "POST", "/workspace/new?name=Company");
    await pool.query("insert into members (workspace_id, user_id, role) values ($1, $2, 'member')", [workspaceId, writerId]);
    await pool.query(FILL, [id, workspaceId, shape.unread]);
    await pool.query("analyze notifications; analyze items");
    const bell = await times(CALLS, () => callApi(server, owner, "GET", "/notifications?limit=20"));
    const count = await times(CALLS, () => callApi(server, owner, "GET", "/notifications?limit=1"));

    const { rows } = await pool.query<{ id: string }>("select id from items limit 1");
    const path = `/items/${rows[0]?.id}/comments`;
    const began = performance.now();
    for (let sent = 0; sent < shape.comments; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => callApi(server, writer, "POST", path, { text: "Look here" })));
    const seconds = (performance.now() - began) / 1_000;
    const grouped = await pool.query<{ count: number }>("select count from notifications where kind = 'comment'");
    const isOne = grouped.rows.length === 1 && grouped.rows[0]?.count === shape.comments;
    return [
      {
        name: `bell with ${shape.unread.toLocaleString("en")} unread notifications: first page and number`,
        measured: `p95 ${percentile(bell, 0.95).toFixed(1)} ms (median ${median(bell).toFixed(1)})`,
        target: `≤ ${BELL_MS} ms`,
        pass: percentile(bell, 0.95) <= BELL_MS,
        note: `${CALLS} calls one after another; the number alone: p95 ${percentile(count, 0.95).toFixed(1)} ms`,
      },
      {
        name: `${shape.comments.toLocaleString("en")} comments on one item: notifications of its owner`,
        measured: `${grouped.rows.length} with ${grouped.rows[0]?.count ?? 0} events, ${(shape.comments / seconds).toFixed(0)} comments/s`,
        target: "1",
        pass: isOne,
        note: `${AT_ONCE} comments in parallel`,
      },
    ];
  } finally {
    await stop();
  }
}
