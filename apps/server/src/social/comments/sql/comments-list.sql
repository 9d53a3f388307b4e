-- Reads a page of the comments on an item, oldest first.
-- $1 itemId: the item
-- $2 afterAt: creation time of the last comment before the page
-- $3 afterId: id of that comment
-- $4 limit: number of rows
select c.id, c.item_id, c.parent_id, c.author_id, u.display_name as author_name, u.avatar_blob_id as author_avatar,
  c.text, c.at, c.is_cut, c.created_at, c.edited_at
from (
  select *
  from comments
  where item_id = $1 and (created_at, id) > ($2::timestamptz, $3::uuid)
  order by created_at, id
  limit $4
) c
  left join users u on u.id = c.author_id
order by c.created_at, c.id
