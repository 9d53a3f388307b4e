-- Entries of the workspace "s" by the index of words, newest first. The index searches the longest words; the others are checked on its result.
select e.item_id, e.comment_id, e.spoken, e.at, i.*
      from (
        select b.item_id, b.comment_id, b.spoken, b.at
        from (
          select item_id, comment_id, spoken, workspace_id, words, at from search_entries where words @@ s.{wordsColumn} offset 0
        ) b
        where b.words @@ s.query and b.workspace_id = s.workspace_id
        order by b.at desc
        offset 0
      ) e
        {entryTexts}
      limit (select wanted from given)
