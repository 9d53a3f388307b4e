-- Finds a comment.
-- $1 commentId: the comment
select c.id, c.item_id, c.parent_id, c.author_id, u.display_name as author_name, u.avatar_blob_id as author_avatar,
  c.text, c.at, c.is_cut, c.created_at, c.edited_at
from comments c
  left join users u on u.id = c.author_id
where c.id = $1
