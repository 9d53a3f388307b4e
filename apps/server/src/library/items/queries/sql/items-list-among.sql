-- Reads a page of those rows of a list that are among given ids. Variants: view and sort order.
-- $1 workspaceId: the workspace, or the folder for the view of a folder
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
-- $6 containerIds: folders, and the workspace for its root
-- $7 inside: true when the caller may read these containers, false when the caller may read all others
-- $8 shownIds: items that the caller may read wherever they are
-- $9 hiddenIds: items that the caller may not read
-- $10 ids: the ids
-- $11 limit: number of rows
select {itemColumns}
from (
  select i.*, {key} as sort_key
  from {source}
  where {where} and {state} and ($3::text is null or {type} = $3)
    and ({key}, {id}) {after} ($4::{keyType}, $5::uuid)
    and {id} = any($10::uuid[])
    and {visible}
  order by {key} {direction}, {id} {direction}
  limit $11::int
) i
{itemJoins}
order by i.sort_key {direction}, i.id {direction}
