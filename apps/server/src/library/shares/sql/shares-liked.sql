-- Returns a row when the user likes the item.
-- $1 itemId: the item
-- $2 userId: the user
select 1
from likes
where item_id = $1 and user_id = $2
