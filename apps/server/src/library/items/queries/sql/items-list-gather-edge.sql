-- Reads the last position of the next rows that are gathered from few containers. Returns nothing when the list ends before.
-- Variants: view and sort order.
-- $1 workspaceId: the workspace, or the folder for the view of a folder
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
-- $6 containerIds: folders that the caller may read, and the workspace for its root
-- $7 shownIds: items that the caller may read in other containers
-- $8 hiddenIds: items that the caller may not read
-- $9 window: number of rows to gather
select edge.id, edge.sort_key, $2::uuid as caller
from {gatheredRows} edge
order by edge.sort_key {direction}, edge.id {direction}
offset $9::int - 1 limit 1
