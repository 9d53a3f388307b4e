-- Searches workspaces of which the caller may read few containers.
-- 1. few: whether these containers have few entries. Then all of them are read, whatever the words are.
-- 2. gathered: entries of these containers, and of items elsewhere that are readable, that contain the words. Of containers with many entries
--    only the newest ones are read, and only for words that are not rare.
-- 3. indexed: by the index of words, for rare words, and when gathered has too few of many.
-- 4. named: titles in these containers that begin with the phrase.
-- While a workspace has entries whose container is not written yet, the index of words finds all.
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
-- $12 each: number of entries to read of each container
-- $13 scanned: number of entries of all containers of a workspace up to which they are few
-- $14 hiddenIds: items that the caller may not read
-- $15 shownIds: items that the caller may read in other containers
-- $16 probed: number of newest entries that decide whether words are rare
with given as materialized (
    select $1::uuid[] as ids, $2::text[] as queries, $3::text[] as narrow, $4::text[] as whole, $5::text[] as folders,
      $6::int as items, $7::int as wanted, $8::text as type, $9::text as phrase,
      $10::uuid[] as containers, $11::int[] as spaces, $12::int as each, $13::int as scanned,
      $14::uuid[] as closed, $15::uuid[] as shown, $16::int as probed
  ),
  container as materialized (
    select p.id, p.nth
    from given
      cross join lateral unnest(given.containers, given.spaces) p(id, nth)
  ),
  space as materialized (
    select s.*,
      case when s.few then (select scanned + 1 from given) when s.placed and {held} then (select each from given) else 0 end as share
    from (
      select s.*,
        s.placed and (
          select count(*) <= (select scanned from given)
          from (
            select
            from container p
              cross join lateral (
                select from search_entries where container_id = p.id limit (select scanned + 1 from given)
              ) e
            where p.nth = s.nth
            limit (select scanned + 1 from given)
          ) counted
        ) as few
      from (
        select s.*,
          -- The order makes the planner use the index of these entries, also while they are most of the table.
          (
            select id
            from search_entries
            where workspace_id = s.workspace_id and container_id is null and item_id is not null
            order by id
            limit 1
          ) is null as placed
        from (
        {spaces}
        ) s
        offset 0
      ) s
      offset 0
    ) s
  ),
  gathered as materialized (
    select e.*
    from space s
      cross join lateral (
        select e.item_id, e.comment_id, e.spoken, e.at, i.*
        from (
          select e.item_id, e.comment_id, e.spoken, e.at
          from container p
            cross join lateral (
              select item_id, comment_id, spoken, words, at
              from search_entries
              where container_id = p.id
              order by at desc, id desc
              limit s.share
            ) e
          where p.nth = s.nth and e.words @@ s.query
          union all
          select e.item_id, e.comment_id, e.spoken, e.at
          from given
            cross join lateral unnest(given.shown) single(id)
            cross join lateral (
              select item_id, comment_id, spoken, container_id, at
              from search_entries
              where item_id = single.id and words @@ s.query
              offset 0
            ) e
          where e.container_id not in (select id from container)
          order by at desc
          offset 0
        ) e
          {entryTexts}
        limit (select wanted from given)
      ) e
    where s.share > 0
  ),
  indexed as materialized (
    select e.*
    from space s
      cross join lateral (
      {byWordBeginnings}
      ) e
    where not s.few
      and (
        s.share = 0
        or (
          select count(distinct item_id) < (select items from given) and count(*) < (select wanted from given)
          from gathered
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
    select * from gathered
    union all
    select * from indexed
  )
{result}
