-- Reads the last position of the next {window} rows of a list. Returns nothing when the list ends before.
-- Variants: view, sort order and window.
-- $1 workspaceId: the workspace, or the folder for the view of a folder
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
select edge.id, edge.sort_key, $2::uuid as caller
from {listRows} edge
order by edge.sort_key {direction}, edge.id {direction}
offset {window} - 1 limit 1
