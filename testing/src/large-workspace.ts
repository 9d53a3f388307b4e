import { sql } from "drizzle-orm";
import type { TestApp } from "./test-app.ts";

type Transaction = Parameters<Parameters<TestApp["ports"]["db"]["transaction"]>[0]>[0];

const ITEMS = 100_000;
const FOLDERS = 500;

/**
 * Fills a workspace with 100,000 items in 500 folders, with videos, trash, favorites, links, comments, search entries and thumbnails, and the
 * database with other users and workspaces. The plans that the database makes then are those of a large installation.
 * @param favoritesOf email address of a user whose favorites are all of the items
 */
export async function fillLargeWorkspace(t: TestApp, workspaceId: string, favoritesOf: string): Promise<void> {
  await t.ports.db.transaction(async (tx) => {
    // A busy machine takes longer than a request may.
    await tx.execute(sql`set local statement_timeout = 0`);
    // The rows meet the constraints; checking each takes minutes.
    await tx.execute(sql`set local session_replication_role = replica`);
    // Equal ids in every run: with random ones, two plans of almost the same cost would alternate.
    await tx.execute(sql`create temporary sequence if not exists ids`);
    await tx.execute(
      sql`create or replace function pg_temp.next_id() returns uuid language sql volatile as 'select md5(nextval(''ids'')::text)::uuid'`,
    );
    await tx.execute(sql`
      insert into folders (id, workspace_id, kind, name, name_key, color)
      select pg_temp.next_id(), ${workspaceId}, case when n % 5 = 0 then 'video' else 'image' end, 'Folder ' || n, 'folder ' || n, '#2F6FB4'
      from generate_series(1, ${FOLDERS}::int) n`);
    await tx.execute(sql`
      insert into blobs (id, storage_key, sha256, size_bytes, mime_type, refs)
      select pg_temp.next_id(), 'test/' || n, '\\x00', 1, 'image/png', 2 from generate_series(1, ${ITEMS}::int) n`);
    await tx.execute(sql`
      with places as (select kind, array_agg(id order by name) as ids from folders where workspace_id = ${workspaceId} group by kind),
        bytes as (select row_number() over () as n, id from blobs where storage_key like 'test/%')
      insert into items (id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, blob_id, mime_type, size_bytes, shared,
        created_at, updated_at, trashed_at)
      select pg_temp.next_id(), ${workspaceId}, case when n % 50 > 0 then p.ids[1 + (n / 5) % array_length(p.ids, 1)] end, m.type,
        (select user_id from members where workspace_id = ${workspaceId}), 'Item ' || n, 'x.png', 'r' || n, 'ready', b.id, 'image/png', 1, n % 10 = 3,
        now() - n * interval '1 minute', now(), case when n % 20 = 0 then now() - n * interval '1 minute' end
      from bytes b cross join lateral (select case when n % 5 = 0 then 'video' else 'image' end as type) m left join places p on p.kind = m.type`);
    await fillFiles(tx);
    await tx.execute(sql`
      insert into share_links (slug, item_id, workspace_id) select replace(id::text, '-', ''), id, workspace_id from items where shared`);
    await tx.execute(sql`
      insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at, trashed)
      select owner_id, id, workspace_id, type, title, created_at, trashed_at is not null from items where title like '%7' and owner_id is not null
      union all
      select u.id, i.id, i.workspace_id, i.type, i.title, i.created_at, i.trashed_at is not null from items i join users u on u.email = ${favoritesOf}`);
    await tx.execute(sql`
      insert into comments (id, item_id, workspace_id, author_id, text)
      select pg_temp.next_id(), id, workspace_id, owner_id, 'Yes' from items where title like '%1'`);
    await tx.execute(sql`delete from search_entries`);
    await tx.execute(sql`
      insert into search_entries (id, workspace_id, item_id, container_id, words, at)
      select id, workspace_id, id, container_id, array_to_tsvector(array['item', 'n' || right(title, 3)]), created_at from items`);
    await tx.execute(sql`delete from item_counts`);
    await tx.execute(sql`
      insert into item_counts select workspace_id, container_id, count(*) filter (where trashed_at is null and type = 'image'),
        count(*) filter (where trashed_at is null and type = 'video'), count(*) filter (where trashed_at is null and shared),
        count(*) filter (where trashed_at is not null), sum(size_bytes), coalesce(sum(size_bytes) filter (where trashed_at is not null), 0)
      from items group by 1, 2`);
    // Sums of other workspaces.
    await tx.execute(
      sql`insert into item_counts select pg_temp.next_id(), pg_temp.next_id(), 1, 0, 0, 0, 1, 0 from generate_series(1, 5000)`,
    );
    await tx.execute(sql`delete from space_counts`);
    await tx.execute(sql`
      insert into space_counts select workspace_id, sum(images), sum(videos), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
      from item_counts group by 1 order by 1`);
    await fillOthers(tx);
    await fillStarCounts(tx);
  });
  await analyzeTables(t);
}

/** Adds renditions, originals and files of versions. */
async function fillFiles(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`insert into renditions (item_id, kind, blob_id, width, height) select id, 'thumbnail-small', blob_id, 1, 1 from items`,
  );
  await tx.execute(sql`
    insert into picture_details (item_id, original_blob_id, markers) select id, blob_id, '{"version":1,"crop":null,"shapes":[]}' from items where type = 'image'`);
  await tx.execute(sql`
    insert into edit_files (id, item_id, kind, blob_id) select pg_temp.next_id(), id, 'source', blob_id from items where type = 'video'`);
  await tx.execute(sql`
    insert into video_exports (id, item_id, user_id, options, source_key, state, file_name, blob_id, expires_at)
    select pg_temp.next_id(), id, owner_id, '{"format":"mp4","from":0}', 'test/1', 'ready', 'x.mp4', blob_id, now() from items
    where type = 'video' and owner_id is not null`);
  await tx.execute(sql`insert into boards (item_id, canvas) select id, '{}' from items where type = 'image' limit 2000`);
  await tx.execute(sql`
    insert into board_images (board_id, file_id, blob_id, mime_type, width, height)
    select b.item_id, n::text, i.blob_id, 'image/png', 1, 1 from boards b join items i on i.id = b.item_id, generate_series(1, 3) n`);
}

/** Fills the sums of stars, which triggers would insert. */
async function fillStarCounts(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from star_counts`);
  await tx.execute(sql`
    insert into star_counts select workspace_id, user_id, count(*) from favorites where not trashed group by 1, 2 order by 1, 2`);
  // Sums of other workspaces.
  await tx.execute(sql`insert into star_counts select pg_temp.next_id(), pg_temp.next_id(), 1 from generate_series(1, 5000)`);
}

/** Makes statistics equal in every run: with a sample of all rows, and with small tables in the order of their keys. */
async function analyzeTables(t: TestApp): Promise<void> {
  const client = await t.ports.pool.connect();
  try {
    await client.query("set default_statistics_target = 400");
    await client.query("set statement_timeout = 0");
    await client.query("vacuum analyze");
    // Small tables contain rows of the tests with random ids. In their order they would sometimes be read by a bitmap and sometimes by their index.
    const { rows: small } = await client.query<{ name: string; key: string }>(
      `select quote_ident(t.relname) as name, quote_ident(k.relname) as key
       from pg_class t join pg_index i on i.indrelid = t.oid and i.indisprimary join pg_class k on k.oid = i.indexrelid
       where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.reltuples < 1000`,
    );
    for (const { name, key } of small) await client.query(`cluster ${name} using ${key}`);
    await client.query("vacuum analyze");
  } finally {
    // Its settings end with the connection.
    client.release(true);
  }
}

/** Other users, workspaces, teams, entries, sessions, and what users do with items. */
async function fillOthers(tx: Transaction): Promise<void> {
  const statements = [
    sql`insert into users (id, email, email_key, display_name, provider)
      select pg_temp.next_id(), 'u' || n || '@example.org', 'u' || n || '@example.org', 'User ' || n, 'password' from generate_series(1, 5000) n`,
    sql`insert into workspaces (id, kind, name, personal_owner_id) select pg_temp.next_id(), 'personal', 'personal', id from users where email like 'u%'`,
    sql`insert into workspaces (id, kind, name) select pg_temp.next_id(), 'team', 'Workspace ' || n from generate_series(1, 200) n`,
    sql`insert into members (workspace_id, user_id, role)
      select id, personal_owner_id, 'owner' from workspaces where kind = 'personal' on conflict do nothing`,
    sql`insert into members (workspace_id, user_id, role)
      select w.id, u.id, 'member' from (select id, right(name, 2) as digits from workspaces where kind = 'team') w
      join (select id, right(email_key, 15) as email from users) u on u.email like '%' || right('0' || w.digits, 2) || '@%'`,
    sql`insert into teams (id, workspace_id, name, name_key)
      select pg_temp.next_id(), w.id, 'Team ' || n, 'team ' || n from workspaces w, generate_series(1, 10) n where w.kind = 'team'`,
    sql`insert into team_members (team_id, workspace_id, user_id)
      select t.id, m.workspace_id, m.user_id from members m join teams t using (workspace_id) where right(t.name, 1) < '4'`,
    sql`insert into folders (id, workspace_id, kind, name, name_key, color)
      select pg_temp.next_id(), w.id, 'mixed', 'Folder ' || n, 'folder ' || n, 'red' from workspaces w, generate_series(1, 100) n where w.kind = 'team'`,
    sql`insert into grants (id, workspace_id, folder_id, principal_kind, principal_id, read, write)
      select pg_temp.next_id(), f.workspace_id, f.id, 'team', t.id, true, false
      from folders f join teams t on t.workspace_id = f.workspace_id where right(t.name, 1) = '2'`,
    sql`insert into grants (id, workspace_id, item_id, principal_kind, principal_id, read, write)
      select pg_temp.next_id(), workspace_id, id, 'everyone', workspace_id, false, false from items where title like '%99'`,
    sql`insert into sessions (id, user_id, token_hash, remember, expires_at)
      select pg_temp.next_id(), id, sha256(id::text::bytea), true, now() + interval '1 day' from users`,
    sql`insert into favorite_folders (user_id, folder_id, workspace_id)
      select m.user_id, f.id, f.workspace_id from folders f join members m using (workspace_id) where f.name in ('Folder 1', 'Folder 2')`,
    sql`insert into likes (item_id, user_id)
      select i.id, u.id from (select id from items where title like '%5') i, (select id from users where email like 'u1_@%' limit 3) u`,
    sql`insert into views (id, item_id, visitor, source, counted, is_first)
      select pg_temp.next_id(), i.id, sha256((i.id::text || n)::bytea), 'link', n > 2, n = 3 from items i, generate_series(1, 5) n where title like '%8'`,
    sql`insert into captions (item_id, language, label, vtt) select id, 'en', 'English', 'WEBVTT' from items where type = 'video'`,
    sql`insert into comment_reactions (comment_id, user_id, emoji)
      select c.id, u.id, '👍' from comments c, (select id from users where email like 'u1_@%' limit 2) u`,
    sql`insert into comment_mentions (comment_id, user_id) select c.id, u.id from comments c, (select id from users where email = 'u1@example.org') u`,
    sql`insert into uploads (id, user_id, workspace_id, item_id, recording, expires_at)
      select i.id::text, m.user_id, i.workspace_id, i.id, true, now() from items i join members m using (workspace_id) where i.title like '%777'`,
    sql`insert into recent_items (user_id, item_id, opened_at)
      select u.id, i.id, i.created_at from users u, (select id, created_at from items where title like '%555') i`,
    sql`insert into takeouts (id, user_id, status) select pg_temp.next_id(), id, 'ready' from users`,
    sql`insert into search_words (workspace_id, word)
      select distinct workspace_id, left(translate(md5(id::text), '0123456789', 'klmnopqrst'), 7) from items`,
  ];
  for (const statement of statements) await tx.execute(statement);
}
