-- Finds the positions of the parts of a rendition.
-- $1 itemId: the item
-- $2 kind: the kind of the rendition
select facts
from renditions
where item_id = $1 and kind = $2
