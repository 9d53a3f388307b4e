-- Searches workspaces of which the caller may read all. Each set of ids that a plan tests costs time, even an empty one.
-- All parameters are one row: the planner does not see their values, so one plan serves all searches.
-- $1 workspaceIds: the workspaces
-- $2 queries: for each workspace all words, as a tsquery
-- $3 narrow: the longest words alone, as beginnings of words
-- $4 whole: the longest words alone, as whole words
-- $5 folders: the words for names of folders
-- $6 items: number of items to find
-- $7 wanted: number of entries to read of each workspace: more than items, to choose the best, and since comments may be on one item
-- $8 type: "image" or "video", or null for both
-- $9 phrase: beginning of titles, or null
-- $10 probed: number of newest entries that decide whether words are rare
-- $11 scanned: number of newest entries to read
with given as materialized (
    select $1::uuid[] as ids, $2::text[] as queries, $3::text[] as narrow, $4::text[] as whole, $5::text[] as folders,
      $6::int as items, $7::int as wanted, $8::text as type, $9::text as phrase, $10::int as probed, $11::int as scanned
  ),
  {steps}
