-- Returns a row when a visit of the visitor is in progress.
-- $1 itemId: the item
-- $2 visitor: hash of the visitor
-- $3 since: a visit without a report since this time has ended
select 1
from views
where item_id = $1 and visitor = $2 and updated_at > $3
limit 1
