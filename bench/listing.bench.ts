import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../apps/server/src/platform/postgres/embedded-postgres.ts";
import { rawQuery } from "./support/floors.ts";
import { flood } from "./support/hammer.ts";
import { median } from "./support/load.ts";
import { form, noisePng } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";

const ROUNDS = 5;

/** Fills a space with images that have upload dates over two years, thumbnails included. */
async function fill(pool: pg.Pool, workspaceId: string, count: number): Promise<void> {
  const sized = `(values ('original', 412000, 1440, 900), ('thumbnail-small', 6000, 320, 200), ('thumbnail-large', 24000, 640, 400)) as sizes(kind, bytes, width, height)`;
  await pool.query(
    `create temporary table made as
       select gen_random_uuid() as item_id, gen_random_uuid() as blob_id, n, kind, bytes, width, height from generate_series(1, $1::int) n, ${sized}`,
    [count],
  );
  await pool.query(`update made set item_id = first.item_id from made first where first.n = made.n and first.kind = 'original'`);
  await pool.query(
    `insert into blobs (id, storage_key, sha256, size_bytes, mime_type)
     select blob_id, 'b/00/' || blob_id, sha256(blob_id::text::bytea), bytes, case kind when 'original' then 'image/png' else 'image/webp' end from made`,
  );
  await pool.query(
    `insert into items (id, workspace_id, type, owner_id, title, full_file_name, ref_name, stage, mime_type, size_bytes, width, height, placeholder, created_at, updated_at, blob_id)
     select item_id, $1, 'image', (select user_id from members where workspace_id = $1), 'Screenshot of release notes ' || n, 'screenshot-' || n || '.png', 'bench-' || n, 'ready', 'image/png',
            bytes, width, height, '1QcSHQRnh493V4dIh4eXh1h4kJUI', now() - n * interval '10 minutes', now() - n * interval '10 minutes', blob_id
     from made where kind = 'original'`,
    [workspaceId],
  );
  await pool.query(
    `insert into renditions (item_id, kind, blob_id, width, height) select item_id, kind, blob_id, width, height from made where kind <> 'original'`,
  );
  await pool.query(
    `update items set thumbnail_small_key = 'b/00/' || small.blob_id, thumbnail_large_key = 'b/00/' || large.blob_id
     from made small, made large where small.item_id = items.id and small.kind = 'thumbnail-small' and large.item_id = items.id and large.kind = 'thumbnail-large'`,
  );
  await pool.query("drop table made");
}

interface Measured {
  own: { perSecond: number; p99Ms: number };
  bare: number;
  shares: number[];
  growth: number[];
  page: number;
}

function figuresOf({ own, bare, shares, growth, page }: Measured): Figure[] {
  return [
    {
      name: "listing 50 of 100,000 pictures, 16 in parallel",
      measured: `${own.perSecond.toFixed(0)}/s, p99 ${own.p99Ms.toFixed(1)} ms`,
      floor: `raw query ${bare.toFixed(0)}/s (${(median(shares) * 100).toFixed(0)} %)`,
      target: "≥ 60 %",
      pass: median(shares) >= 0.6,
      note: "the same list is read again and does not change",
    },
    {
      name: "the same against 1,000 pictures (time)",
      measured: `${median(growth).toFixed(2)} ×`,
      target: "≤ 1.5 ×",
      pass: median(growth) <= 1.5,
    },
    {
      name: "public page's HTML, 16 in parallel",
      measured: `${page.toFixed(0)}/s`,
      target: "≥ 4,000/s",
      pass: page >= 4000,
      note: "median of 3 runs of 5 s after one to warm up; wrk shares the two cores",
    },
  ];
}

/** Uploads an image and returns the slug of its link. */
async function shareOne(url: string, headers: Record<string, string>): Promise<string> {
  const sent = form(noisePng(200_000), "seed.png");
  const uploaded = await fetch(`${url}/api/v1/workspace/personal/files/image`, {
    method: "POST",
    headers: { ...headers, ...sent.headers },
    body: new Uint8Array(sent.body),
  });
  const item = ((await uploaded.json()) as { data: { id: string } }).data;
  return (
    (await (await fetch(`${url}/api/v1/workspace/share/personal/${item.id}`, { headers: headers })).json()) as {
      data: { slug: string };
    }
  ).data.slug;
}

/** Measures a list of 50 of 100,000 images against one raw prepared query, and the public page's HTML. */
export async function benchListing(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/listing");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const quietLog = { warn: () => undefined, info: () => undefined };
  const postgres = await startEmbeddedPostgres({ dir: path.join(folder, "postgres"), log: quietLog });
  const { host, user, database } = postgres.connection;
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const server = await startServer({
    command: productCommand(),
    port,
    env: { DATA_DIR: path.join(folder, "data"), DATABASE_URL: databaseUrl, ROLE: "web,worker" },
  });
  try {
    const large = await register(server.url, "large@bench.example");
    const small = await register(server.url, "small@bench.example");
    const slug = await shareOne(server.url, small.headers);
    await fill(pool, large.workspaceId, 100_000);
    await fill(pool, small.workspaceId, 999);
    await pool.query("vacuum analyze items");
    await pool.query("vacuum analyze renditions");
    await pool.query("vacuum analyze blobs");
    const floor = await rawQuery(databaseUrl, large.workspaceId);
    const target = `${server.url}/api/v1/workspace/personal/items?type=image&sort=newest&limit=50`;
    const shares: number[] = [];
    const growth: number[] = [];
    let own = { perSecond: 0, p99Ms: 0 };
    let bare = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rawRun = await flood(floor.url, { seconds: 4 });
      const largeRun = await flood(target, { seconds: 4, headers: large.headers });
      const smallRun = await flood(target, { seconds: 4, headers: small.headers });
      if (round === 0) continue;
      shares.push(largeRun.perSecond / rawRun.perSecond);
      growth.push(largeRun.p50Ms / smallRun.p50Ms);
      [own, bare] = [largeRun, rawRun.perSecond];
    }
    await floor.stop();
    const page = await html(`${server.url}/s/${slug}`);
    return figuresOf({ own, bare, shares, growth, page });
  } finally {
    await server.stop();
    await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function html(url: string): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < 4; round += 1) rates.push((await flood(url, { seconds: 5 })).perSecond);
  return median(rates.slice(1));
}
