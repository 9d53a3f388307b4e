-- Finds the items of few containers, and single items, whose search entries (their own, or those of their comments) contain the words.
-- "ids" is null when these containers have more entries than $5, and while the workspace has entries whose container is not written yet.
-- $1 workspaceId: the workspace
-- $2 containerIds: folders, and the workspace for its root
-- $3 shownIds: single items
-- $4 words: words to find
-- $5 most: number of entries
select
  case
    when (
        select count(*) <= $5::int
        from (
          select
          from unnest($2::uuid[]) container(id)
            cross join lateral (select from search_entries where container_id = container.id limit $5::int + 1) entry
          limit $5::int + 1
        ) counted
      )
      -- The order makes the planner use the index of these entries, also while they are most of the table.
      and (
        select id
        from search_entries
        where workspace_id = $1::uuid and container_id is null and item_id is not null
        order by id
        limit 1
      ) is null
    then array(
      select entry.item_id
      from unnest($2::uuid[]) container(id)
        cross join lateral (select item_id, words from search_entries where container_id = container.id offset 0) entry
      where entry.words @@ $4::tsquery
      union
      select entry.item_id
      from unnest($3::uuid[]) single(id)
        cross join lateral (select item_id, words from search_entries where item_id = single.id offset 0) entry
      where entry.words @@ $4::tsquery
    )
  end as ids
