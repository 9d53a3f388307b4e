-- Searches workspaces of which the caller may read few containers: words that are not rare are searched in these.
-- 1. near: the newest items of these containers, and items elsewhere that are readable.
-- 2. newest: those of them that contain the words, read in order until enough are found.
-- 3. indexed: by the index of words, for rare words, and when there are more items than near has.
-- 4. named: titles in these containers that begin with the phrase.
-- $1 workspaceIds: $1 to $9 are the parameters of search-find-whole.sql
-- $2 queries
-- $3 narrow
-- $4 whole
-- $5 folders
-- $6 items
-- $7 wanted
-- $8 type
-- $9 phrase
-- $10 containerIds: folders, and workspaces for their roots, that the caller may read
-- $11 numbers: for each container the number of its workspace, from 1
-- $12 each: number of items to read of each container and type
-- $13 scanned: number of items to read of each workspace
-- $14 hiddenIds: items that the caller may not read
-- $15 shownIds: items that the caller may read in other containers
-- $16 probed: number of newest entries that decide whether words are rare
with given as materialized (
    select $1::uuid[] as ids, $2::text[] as queries, $3::text[] as narrow, $4::text[] as whole, $5::text[] as folders,
      $6::int as items, $7::int as wanted, $8::text as type, $9::text as phrase,
      $10::uuid[] as containers, $11::int[] as spaces, $12::int as each, $13::int as scanned,
      $14::uuid[] as closed, $15::uuid[] as shown, $16::int as probed
  ),
  space as materialized (
    select s.*, {held} as held
    from (
    {spaces}
    ) s
  ),
  container as materialized (
    select p.id, p.nth
    from given
      cross join lateral unnest(given.containers, given.spaces) p(id, nth)
  ),
  near as materialized (
    select s.nth, r.*
    from space s
      cross join lateral (
        select i.id, p.id as place, i.created_at
        from container p
          cross join unnest(array['image', 'video', 'board']) k(type)
          cross join lateral (
            select id, created_at
            from items
            where container_id = p.id and type = k.type and trashed_at is null
            order by created_at desc, id desc
            limit (select each from given)
          ) i
        where p.nth = s.nth and ((select type from given) is null or k.type = (select type from given))
        union all
        select i.id, null, i.created_at
        from given
          cross join lateral unnest(given.shown) single(id)
          cross join lateral (
            select id, container_id, created_at
            from items
            where id = single.id and workspace_id = s.workspace_id and trashed_at is null
              and ((select type from given) is null or type = (select type from given))
            limit 1
          ) i
        where i.container_id not in (select id from container)
        order by created_at desc, id desc
        limit (select scanned + 1 from given)
      ) r
    where s.held
  ),
  newest as materialized (
    select e.*
    from space s
      cross join lateral (
        select e.*, i.*
        from near r
          cross join lateral (
            select item_id, comment_id, spoken, at from search_entries where item_id = r.id and words @@ s.query offset 0
          ) e
          {entryTexts}
        where r.nth = s.nth and r.id not in (select unnest(closed) from given)
        limit (select wanted from given)
      ) e
  ),
  indexed as materialized (
    select e.*
    from space s
      cross join lateral (
      {byWordBeginnings}
      ) e
    where not s.held
      or (
        (
          select count(distinct item_id) < (select items from given) and count(*) < (select wanted from given)
          from newest
        )
        and (
          (select count(*) from near r where r.nth = s.nth) > (select scanned from given)
          or exists (
            select
            from near r
            where r.nth = s.nth and r.place is not null
            group by r.place
            having count(*) >= (select each from given)
          )
        )
      )
  ),
  named as (
    select t.*
    from space s
      cross join unnest(array['image', 'video', 'board']) k(type)
      cross join lateral (
        select t.*
        from container p
          cross join lateral (
        {titlesOfContainer}
          ) t
        where p.nth = s.nth
        order by t.title collate "natural", t.item_id
        limit {titlesMax}
      ) t
    where (select phrase from given) is not null
      and ((select type from given) is null or k.type = (select type from given))
  ),
  found as (
    select * from named
    union all
    select * from newest
    union all
    select * from indexed
  )
{result}
