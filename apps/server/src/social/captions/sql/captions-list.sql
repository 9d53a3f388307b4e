-- Lists the languages of an item's captions by label.
-- $1 itemId: the item
select language, label
from captions
where item_id = $1
order by label, language
