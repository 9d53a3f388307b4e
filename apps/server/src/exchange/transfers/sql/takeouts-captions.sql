-- Finds the captions of an item in a language.
-- $1 itemId: the item
-- $2 language: the language
select vtt
from captions
where item_id = $1::uuid and language = $2
