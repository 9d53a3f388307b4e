-- Finds the captions of an item in a language.
-- $1 itemId: the item
-- $2 language: the language
select language, label, vtt
from captions
where item_id = $1 and language = $2
