-- Condition that the newest entries of the workspace "s" contain the words. Other words are rare, and the index of words finds few entries.
exists (
      select
      from (
        select words
        from search_entries
        where workspace_id = s.workspace_id
        order by at desc, id desc
        limit (select probed from given)
      ) e
      where e.words @@ s.query
    )
