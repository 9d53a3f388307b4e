-- Reads the first page, newest first, of the items of a workspace that contain the words, from the newest search entries that contain them.
-- Returns at least one row with "certain" (the page is correct) and "ended" (there are no further rows); its other columns may be null.
-- 1. near: matches among the newest 2,000 entries of the workspace.
-- 2. far: matches among the next entries, up to 10,000 in total, when near has too few but the words are not rare (20 matches or more).
-- 3. rare: all matches by the index of words, when the words are rare.
-- 4. hits: the newest matches of these, at most $11.
-- 5. known: "certain" is true when hits are the newest matches or all of them. "since" is the time before which there may be further
--    matches. A comment is never older than its item, so every item created later that contains the words is among the hits.
-- $1 workspaceId: the workspace
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
-- $6 containerIds: folders, and the workspace for its root
-- $7 inside: true when the caller may read these containers, false when the caller may read all others
-- $8 shownIds: items that the caller may read wherever they are
-- $9 hiddenIds: items that the caller may not read
-- $10 words: words to find
-- $11 count: number of entries to find
-- $12 limit: number of rows
with near as materialized (
    select item_id, at
    from (select item_id, words, at from search_entries where workspace_id = $1 order by at desc, id desc limit 2000) entry
    where entry.words @@ $10::tsquery and entry.item_id is not null
    limit $11::int
  ),
  far as materialized (
    select item_id, at
    from (
      select item_id, words, at
      from search_entries
      where workspace_id = $1
      order by at desc, id desc
      limit (select case when count(*) = $11::int or count(*) < 20 then 0 else 10000 end from near)
    ) entry
    where entry.words @@ $10::tsquery and entry.item_id is not null
    limit $11::int
  ),
  rare as materialized (
    select item_id, at
    from search_entries
    where words @@ $10::tsquery and item_id is not null and (select count(*) < 20 from near)
    limit {candidatesMax} + 1
  ),
  hits as materialized (
    select * from near where (select count(*) = $11::int from near)
    union all
    select * from far
    union all
    (select * from rare order by at desc limit $11::int)
  ),
  known as materialized (
    select
      case
        when (select count(*) < 20 from near) then (select count(*) <= {candidatesMax} from rare)
        else count(*) = $11::int
          or not exists (select from search_entries where workspace_id = $1 order by at desc, id desc offset 10000 limit 1)
      end as certain,
      case when count(*) = $11::int then min(at) end as since
    from hits
  )
select {itemColumns}, known.certain, known.since is null as ended
from known
  left join lateral (
    select i.*, i.created_at as sort_key
    from items i
    where i.workspace_id = $1 and i.trashed_at is null and ($3::text is null or i.type = $3)
      and (i.created_at, i.id) < ($4::timestamptz, $5::uuid)
      and i.id = any(array(select item_id from hits))
      and {visible}
      and (known.since is null or i.created_at > known.since)
    order by i.created_at desc, i.id desc
    limit $12::int
  ) i on known.certain
{itemJoins}
order by i.sort_key desc, i.id desc
