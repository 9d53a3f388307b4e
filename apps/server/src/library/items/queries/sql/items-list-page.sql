-- Reads a page of a list of which the caller may read all items but a few. Variants: view and sort order.
-- $1 workspaceId: the workspace, or the folder for the view of a folder
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
-- $6 hiddenIds: items that the caller may not read
-- $7 limit: number of rows, at most 201
select {itemColumns}
from {listRows} i
{itemJoins}
order by i.sort_key {direction}, i.id {direction}
