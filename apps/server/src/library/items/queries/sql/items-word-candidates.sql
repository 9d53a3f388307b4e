-- Finds the items whose search entries (their own, or those of their comments) contain the words, up to one more than the maximum.
-- $1 words: words to find
select entry.item_id as id
from search_entries entry
where entry.words @@ $1::tsquery and entry.item_id is not null
limit {candidatesMax} + 1
