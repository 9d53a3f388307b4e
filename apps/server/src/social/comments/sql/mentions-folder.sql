-- Finds the folder of an item.
-- $1 itemId: the item
select folder_id
from items
where id = $1
