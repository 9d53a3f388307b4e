-- Reads the number of likes of an item.
-- $1 itemId: the item
select like_count as likes
from items
where id = $1
