-- Steps of a search in workspaces of which the caller may read all or most. See ADR 0008.
-- 1. newest: words that many entries contain are found among the newest entries, read in order until enough are found.
-- 2. whole: other words are rare, so the index of words finds few entries: by whole words first, which is several times as fast.
-- 3. begun: by beginnings of words, only when whole words find too few.
-- 4. named: titles that begin with the phrase, from the index of titles.
space as materialized (
    {spaces}
  ),
  newest as materialized (
    select e.*
    from space s
      cross join lateral (
        select e.item_id, e.comment_id, e.spoken, e.at, i.*
        from (
          select item_id, comment_id, spoken, words, at
          from search_entries
          where workspace_id = s.workspace_id
          order by at desc, id desc
          limit (select scanned from given)
        ) e
        {entryTexts}
        where e.words @@ s.query
        limit (select wanted from given)
      ) e
    where {held}
  ),
  whole as materialized (
    select e.*
    from space s
      cross join lateral (
      {byWholeWords}
      ) e
    where (
      select count(distinct item_id) < (select items from given) and count(*) < (select wanted from given)
      from newest
    )
  ),
  begun as materialized (
    select e.*
    from space s
      cross join lateral (
      {byWordBeginnings}
      ) e
    where s.narrow <> s.whole
      and (
        select count(distinct item_id) < (select items from given) and count(*) < (select wanted from given)
        from (select item_id from newest union all select item_id from whole) found
      )
  ),
  named as (
    select t.*
    from space s
      cross join unnest(array['image', 'video', 'board']) k(type)
      cross join lateral (
        {titlesOfSpace}
      ) t
    where (select phrase from given) is not null
      and ((select type from given) is null or k.type = (select type from given))
  ),
  found as (
    select * from named
    union all
    (
      select *
      from (select * from newest union all select * from whole union all select * from begun) f
      order by at desc
      limit 3 * (select wanted from given)
    )
  )
{result}
