-- Reads the next {window} rows of a list and returns a page of those that the caller may read and that contain the words.
-- Variants: view, sort order and window.
-- $1 workspaceId: the workspace, or the folder for the view of a folder
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
-- $6 containerIds: folders, and the workspace for its root
-- $7 inside: true when the caller may read these containers, false when the caller may read all others
-- $8 shownIds: items that the caller may read wherever they are
-- $9 hiddenIds: items that the caller may not read
-- $10 words: words to find, or null
-- $11 limit: number of rows
select {itemColumns}
from (
  select walked.id, walked.sort_key
  from {listRows} walked
  where {visible}
    -- A scalar subquery is evaluated for each row. The planner could turn "exists" into a search of all entries.
    and ($10::tsquery is null
      or (select true from search_entries entry where entry.item_id = walked.id and entry.words @@ $10 limit 1))
  order by walked.sort_key {direction}, walked.id {direction}
  limit $11::int
) page
  join items i on i.id = page.id
{itemJoins}
order by page.sort_key {direction}, page.id {direction}
