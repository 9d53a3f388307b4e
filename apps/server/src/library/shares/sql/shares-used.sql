-- Counts the visits of an item by its link, up to the maximum of the link.
-- $1 itemId: the item
-- $2 since: creation of the link
-- $3 maximum: the maximum
select count(*)::int as seen
from (
  select
  from views v
  where v.item_id = $1::uuid and v.counted and v.created_at >= $2::timestamptz and v.source <> 'workspace'
  limit $3::int
) seen
