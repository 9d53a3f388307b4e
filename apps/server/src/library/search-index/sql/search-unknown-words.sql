-- Lists those of the words with which no word of the workspaces begins. It counts: with "exists" the planner scans the whole table.
-- $1 workspaceIds: the workspaces
-- $2 words: the words, of letters and digits
select w.word
from unnest($2::text[]) w(word)
where (
  select coalesce(sum(known.n), 0)
  from unnest($1::uuid[]) s(id)
    cross join lateral (
      select count(*) as n from search_words k where k.workspace_id = s.id and k.word like w.word || '%'
    ) known
) = 0
