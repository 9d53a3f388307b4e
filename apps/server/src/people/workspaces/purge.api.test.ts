import { createTeam, createTestApp } from "@stillreel/testing";
import { expect, it } from "vitest";
import { handlePurgeWorkspace } from "./workspaces.jobs.ts";

const ITEMS = 2_000;

it("a large workspace is deleted by short jobs, exactly, and a stop in the middle loses nothing", async () => {
  await using t = await createTestApp();
  const ada = await t.user();
  const team = await createTeam(t, [[ada, "owner"]]);
  const { pool, db } = t.ports;
  await t.image(ada);
  let parent: string | null = null;
  for (const name of ["a", "b", "c"]) parent = await team.folder(name, parent);
  await team.grant({ folderId: parent ?? "" }, ada, "write");
  const item = await team.image(ada, { folderId: parent });
  await t.runJobs();
  await pool.query(
    `insert into items (id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, mime_type, size_bytes, blob_id, created_at, updated_at)
     select gen_random_uuid(), workspace_id, folder_id, 'image', owner_id, 'Copy', 'x.png', gen_random_uuid()::text, 'ready', 'image/png', 7, blob_id, now(), now()
     from items, generate_series(1, $2::int) where id = $1`,
    [item.id, ITEMS],
  );
  await pool.query("update blobs set refs = refs + $2 where id = (select blob_id from items where id = $1)", [item.id, ITEMS]);
  const others = async () => (await pool.query("select from items where workspace_id <> $1", [team.id])).rowCount;
  const left = async () => (await pool.query("select from items where workspace_id = $1", [team.id])).rowCount ?? 0;
  const before = await others();
  await team.leave(ada);
  const stop = new AbortController();
  const run = (signal: AbortSignal, sliceMs: number) =>
    handlePurgeWorkspace(
      { ports: { db, jobs: t.ports.jobs }, releaseBlobs: (tx, ids) => t.modules.media.releaseBlobs(tx, ids) },
      { workspaceId: team.id },
      signal,
      sliceMs,
    );
  // A slice deletes a page and enqueues the next.
  expect(await run(stop.signal, 0)).toBe("done");
  expect(await left()).toBe(ITEMS + 1 - 100);
  const counted = async () =>
    (await pool.query<{ n: number }>("select coalesce(sum(images), 0)::int as n from space_counts where workspace_id = $1", [team.id]))
      .rows[0]?.n;
  expect(await counted()).toBe(await left());
  stop.abort();
  await expect(run(stop.signal, 60_000)).rejects.toThrow("abort");
  expect(await left()).toBe(ITEMS + 1 - 100);
  // The waiting job continues to the end, with bytes.
  const { failed } = await t.runJobs();
  expect(failed).toEqual([]);
  const { rows } = await pool.query(
    `select (select count(*)::int from items where workspace_id = $1) as items, (select count(*)::int from folders where workspace_id = $1) as folders,
       (select count(*)::int from grants where workspace_id = $1) as grants, (select count(*)::int from space_counts where workspace_id = $1) as counts,
       (select count(*)::int from search_words where workspace_id = $1) as words, (select count(*)::int from workspaces where id = $1) as workspaces,
       (select count(*)::int from blobs where refs <= 0) as unreferenced`,
    [team.id],
  );
  expect(rows).toEqual([{ items: 0, folders: 0, grants: 0, counts: 0, words: 0, workspaces: 0, unreferenced: 0 }]);
  expect(await others()).toBe(before);
}, 120_000);
