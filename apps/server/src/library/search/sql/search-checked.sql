-- Checks the entries that a search engine proposes: they exist, contain all words, and the caller may read them. Entries whose changes the
-- engine has not received yet are searched here, so that a search finds what has just changed.
-- $1 workspaceIds: the workspaces
-- $2 queries: for each workspace all words, as a tsquery
-- $3 folders: the words for names of folders
-- $4 type: "image", "video" or "board", or null for all
-- $5 entryIds: the proposed entries
-- $6 pending: number of newest changes to search of each workspace
-- $7 containerIds: folders, and workspaces for their roots
-- $8 inside: whether these are those that the caller may read, or those that the caller may not read
-- $9 hiddenIds: items that the caller may not read
-- $10 shownIds: items that the caller may read in other containers
with given as materialized (
    select $1::uuid[] as ids, $2::text[] as queries, $3::text[] as folders, $4::text as type, $5::uuid[] as entries, $6::int as pending,
      $7::uuid[] as containers, $8::boolean as inside, $9::uuid[] as closed, $10::uuid[] as shown
  ),
  space as materialized (
    select s.workspace_id, s.query::tsquery, s.folders::tsquery
    from given
      cross join lateral unnest(given.ids, given.queries, given.folders) s(workspace_id, query, folders)
  ),
  proposed as materialized (
    select unnest(entries) as id from given
    union
    select c.entry_id
    from space s
      cross join lateral (
        select entry_id from search_changes where workspace_id = s.workspace_id order by id desc limit (select pending from given)
      ) c
  ),
  entry as materialized (
    select e.*
    from proposed p
      cross join lateral (
        select workspace_id, item_id, folder_id, comment_id, spoken, words, at from search_entries where id = p.id limit 1
      ) e
  ),
  found as materialized (
    select e.item_id, e.comment_id, e.spoken, e.at, i.*
    from space s
      join entry e on e.workspace_id = s.workspace_id and e.words @@ s.query
      {entryTexts}
  )
{result}
