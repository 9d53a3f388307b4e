-- Gathers the next rows of a list from few containers and returns a page of those that contain the words. "walked" is the number of rows
-- gathered; it is returned at least once, in a row whose other columns are null. Variants: view and sort order.
-- $1 workspaceId: the workspace, or the folder for the view of a folder
-- $2 userId: the caller, or null
-- $3 type: "image" or "video", or null for both
-- $4 afterKey: sort key of the last row before the page
-- $5 afterId: id of that row
-- $6 containerIds: folders that the caller may read, and the workspace for its root
-- $7 shownIds: items that the caller may read in other containers
-- $8 hiddenIds: items that the caller may not read
-- $9 window: number of rows to gather
-- $10 words: words to find
-- $11 limit: number of rows
with walked as materialized {gatheredRows}
select {itemColumns}, total.walked
from (select count(*)::int as walked from walked) total
  left join (
    select walked.id, walked.sort_key
    from walked
      cross join lateral (
        select from search_entries entry where entry.item_id = walked.id and entry.words @@ $10::tsquery limit 1
      ) entry
    order by walked.sort_key {direction}, walked.id {direction}
    limit $11::int
  ) page on true
  left join items i on i.id = page.id
{itemJoins}
order by page.sort_key {direction}, page.id {direction}
