-- Lists the people whom comments mention.
-- $1 commentIds: the comments
select m.comment_id as "commentId", u.id, u.display_name as "displayName"
from comment_mentions m
  join users u on u.id = m.user_id
where m.comment_id = any($1::uuid[]) and m.listed
order by m.comment_id, u.display_name, u.id
