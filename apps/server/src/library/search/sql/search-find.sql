-- Searches workspaces of which the caller may read most.
-- $1 workspaceIds: $1 to $11 are the parameters of search-find-whole.sql
-- $2 queries
-- $3 narrow
-- $4 whole
-- $5 folders
-- $6 items
-- $7 wanted
-- $8 type
-- $9 phrase
-- $10 probed
-- $11 scanned
-- $12 hiddenContainerIds: folders, and workspaces for their roots, that the caller may not read
-- $13 hiddenIds: items that the caller may not read
-- $14 shownIds: items that the caller may read in these containers
with given as materialized (
    select $1::uuid[] as ids, $2::text[] as queries, $3::text[] as narrow, $4::text[] as whole, $5::text[] as folders,
      $6::int as items, $7::int as wanted, $8::text as type, $9::text as phrase, $10::int as probed, $11::int as scanned,
      $12::uuid[] as hidden, $13::uuid[] as closed, $14::uuid[] as shown
  ),
  {steps}
