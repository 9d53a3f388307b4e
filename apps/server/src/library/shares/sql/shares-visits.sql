-- Counts the visits of an item by its link, and finds the last one.
-- $1 itemId: the item
-- $2 since: creation of the link
select count(*)::int as opened, max(v.created_at) as opened_at
from views v
where v.item_id = $1::uuid and v.counted and v.created_at >= $2::timestamptz and v.source <> 'workspace'
