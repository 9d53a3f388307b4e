-- Inserts words of workspaces. All writers use one order, which avoids deadlocks.
-- $1 workspaceIds: a workspace for each word
-- $2 words: the words
insert into search_words (workspace_id, word)
select w.workspace_id, w.word
from unnest($1::uuid[], $2::text[]) w(workspace_id, word)
order by 1, 2
on conflict do nothing
