-- Finds the owner of an item and its numbers of views.
-- $1 itemId: the item
select owner_id as "ownerId", view_count as views, unique_view_count as "uniqueViews"
from items
where id = $1
