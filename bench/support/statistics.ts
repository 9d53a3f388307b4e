import { percentile } from "./load.ts";
import { form, noisePng } from "./pictures.ts";
import { startProduct } from "./product-with-database.ts";
import type { Figure } from "./report.ts";
import { register } from "./server.ts";

const VIEWS = 100_000;
const CALLS = 20;

/** Measures repeated requests for the statistics of a video with a hundred thousand views. */
export async function benchStatistics(port: number): Promise<Figure> {
  const { server, pool, stop } = await startProduct("statistics", port, { ROLE: "web" });
  try {
    const { headers } = await register(server.url, "statistics@bench.example");
    const sent = form(noisePng(20_000), "film.png");
    const created = await fetch(`${server.url}/api/v1/workspace/personal/files/image`, {
      method: "POST",
      headers: { ...headers, ...sent.headers },
      body: new Uint8Array(sent.body),
    });
    const { id } = ((await created.json()) as { data: { id: string } }).data;
    // Statistics only read rows, so the video needs no file.
    await pool.query("update items set type = 'video', duration_ms = 60000, view_count = $2, unique_view_count = $2 where id = $1", [
      id,
      VIEWS,
    ]);
    await pool.query(
      `insert into views (id, item_id, visitor, source, seconds, coverage, counted, is_first, created_at, updated_at)
        select gen_random_uuid(), $1, decode(md5(n::text), 'hex'), (array['link', 'embed', 'workspace'])[1 + n % 3], n % 60,
          decode(substr(md5(n::text) || md5(n::text), 1, 26), 'hex'), true, n % 2 = 0, now() - n % 100 * interval '1 day', now()
        from generate_series(1, $2::int) n`,
      [id, VIEWS],
    );
    await pool.query("vacuum analyze views");
    const times: number[] = [];
    for (let call = 0; call < CALLS + 3; call += 1) {
      const began = performance.now();
      const answer = await fetch(`${server.url}/api/v1/items/${id}/statistics?days=30`, { headers });
      const { data } = (await answer.json()) as { data: { views: number } };
      if (data.views !== VIEWS) throw new Error("The statistics are not those of the film.");
      if (call >= 3) times.push(performance.now() - began);
    }
    const [median, slow] = [percentile(times, 0.5), percentile(times, 0.95)];
    return {
      name: `statistics of a video with ${VIEWS / 1000},000 views`,
      measured: `p95 ${slow.toFixed(0)} ms`,
      target: "≤ 100 ms",
      pass: slow <= 100,
      note: `${CALLS} calls, warm; median ${median.toFixed(0)} ms`,
    };
  } finally {
    await stop();
  }
}
