-- Reads a page of a list of which the caller may read few containers. Variants: view and sort order.
-- $1 workspaceId: the workspace, or the folder for the view of a folder
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
-- $6 containerIds: folders that the caller may read, and the workspace for its root
-- $7 shownIds: items that the caller may read in other containers
-- $8 hiddenIds: items that the caller may not read
-- $9 limit: number of rows
select {itemColumns}
from {gatheredRows} page
  join items i on i.id = page.id
{itemJoins}
order by page.sort_key {direction}, i.id {direction}
