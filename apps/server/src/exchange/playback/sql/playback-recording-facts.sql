-- Finds the positions of the parts of a recording in its original.
-- $1 itemId: the item
select recording_facts as facts
from items
where id = $1
