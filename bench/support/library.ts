import type pg from "pg";

/** Words of titles, common ones first. The first words occur in every tenth title, the last ones in few titles. */
const WORDS = [
  "release",
  "notes",
  "invoice",
  "harbour",
  "line",
  "checkout",
  "payment",
  "error",
  "dashboard",
  "renewal",
  "ticket",
  "fare",
  "table",
  "zone",
  "login",
  "profile",
  "Überblick",
  "réunion",
  "отчёт",
  "גרסה",
  "تقرير",
  "发布说明",
  "timetable",
  "platform",
  "departure",
  "arrival",
  "ferry",
  "night",
  "weekly",
  "design",
  "critique",
  "onboarding",
];

/** Lexemes of words that differ from the word: accents are removed, and Chinese is split into pairs. */
const LEXEMES: Record<string, string[]> = {
  überblick: ["uberblick"],
  réunion: ["reunion"],
  отчёт: ["отчет"],
  发布说明: ["发布", "布说", "说明", "明"],
};

/** Contents of a generated library. */
export interface LibraryShape {
  workspaceId: string;
  items: number;
  /** Number of sibling folders to create. With 0, the items go into the existing folders. */
  folders: number;
  /** One item in this many is in the root. The default is 10. */
  oneAtRoot?: number;
}

/**
 * Fills a space with images (4 of 5) and videos over folders and two years, with thumbnails, stars (1 in 10), links (1 in 10), trash
 * (1 in 20) and search entries. `keys` are storage keys of real thumbnails, used in turn. Without them the rows have no bytes.
 */
export async function fillLibrary(pool: pg.Pool, shape: LibraryShape, keys: { small: string; large: string }[] = []): Promise<void> {
  const { workspaceId, items, folders, oneAtRoot = 10 } = shape;
  const owner = "(select user_id from members where workspace_id = $1 and role = 'owner' limit 1)";
  const tag = workspaceId.replaceAll("-", "").slice(-12);
  await pool.query(
    `insert into folders (id, workspace_id, kind, name, name_key, color, created_by)
     select gen_random_uuid(), $1, case when n % 5 = 0 then 'video' else 'image' end, 'Folder ' || n, 'folder ' || n, '#2F6FB4', ${owner} from generate_series(1, $2::int) n`,
    [workspaceId, folders],
  );
  await pool.query(
    `insert into items (id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, mime_type, size_bytes, width, height, duration_ms,
        placeholder, created_at, updated_at, trashed_at, thumbnail_small_key, thumbnail_large_key)
     with words as (select $3::text[] as list), keys as (select $4::text[] as small, $5::text[] as large),
       places as (
         select t.type as kind, array_agg(f.id order by f.name) as ids from (values ('image'), ('video')) t(type)
         join folders f on f.workspace_id = $1 and f.kind in (t.type, 'mixed') group by t.type)
     select gen_random_uuid(), $1, case when n % $6::int = 3 then null else p.ids[1 + (n / 5) % array_length(p.ids, 1)] end, m.type, ${owner},
        initcap(w.list[1 + floor(power(random(), 2) * array_length(w.list, 1))::int]) || ' ' || w.list[1 + floor(power(random(), 2) * array_length(w.list, 1))::int] || ' ' || n,
        'file-' || n || '.png', 'bench-' || n, 'ready', case m.type when 'video' then 'video/mp4' else 'image/png' end, 412000, 1440, 900,
        case m.type when 'video' then 61000 end, '1QcSHQRnh493V4dIh4eXh1h4kJUI', now() - n * interval '10 minutes', now() - n * interval '10 minutes',
        case when n % 20 = 0 then now() - (n % 600) * interval '1 hour' end,
        case when array_length(k.small, 1) > 0 then k.small[1 + n % array_length(k.small, 1)] else 'b/00/small-' || n end,
        case when array_length(k.large, 1) > 0 then k.large[1 + n % array_length(k.large, 1)] else 'b/00/large-' || n end
     from generate_series(1, $2::int) n cross join words w cross join keys k
       cross join lateral (select case when n % 5 = 0 then 'video' else 'image' end as type) m
       left join places p on p.kind = m.type`,
    [workspaceId, items, WORDS, keys.map((key) => key.small), keys.map((key) => key.large), oneAtRoot],
  );
  await pool.query(
    `insert into share_links (slug, item_id, workspace_id, created_at)
     select 'bench' || substr(replace(id::text, '-', ''), 1, 17), id, workspace_id, created_at from items where workspace_id = $1 and (hashtext(id::text) % 10) = 0`,
    [workspaceId],
  );
  await pool.query(
    `insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at, trashed)
     select owner_id, id, workspace_id, type, title, created_at, trashed_at is not null from items where workspace_id = $1 and (hashtext(id::text) % 10) = 1`,
    [workspaceId],
  );
  await pool.query(
    `insert into search_entries (id, workspace_id, item_id, container_id, words, at)
     select i.id, i.workspace_id, i.id, i.container_id,
       array_to_tsvector((select array_agg(distinct $2 || coalesce(l.lexeme, lower(word))) from regexp_split_to_table(i.title, ' ') word
         left join lateral jsonb_array_elements_text($3::jsonb -> lower(word)) l(lexeme) on true)), i.created_at
     from items i where i.workspace_id = $1 on conflict do nothing`,
    [workspaceId, `${tag}i`, JSON.stringify(LEXEMES)],
  );
  await pool.query(
    `insert into search_words (workspace_id, word) select $1, word from unnest($2::text[]) word where length(word) > 3 on conflict do nothing`,
    [workspaceId, WORDS.flatMap((word) => LEXEMES[word.toLowerCase()] ?? [word])],
  );
}

/** Updates the planner's statistics after filling. */
export async function settle(pool: pg.Pool): Promise<void> {
  for (const table of [
    "items",
    "folders",
    "favorites",
    "share_links",
    "search_entries",
    "search_words",
    "item_counts",
    "space_counts",
    "star_counts",
    "renditions",
    "blobs",
    "members",
    "team_members",
    "grants",
  ])
    await pool.query(`vacuum analyze ${table}`);
}
