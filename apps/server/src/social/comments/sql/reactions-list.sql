-- Lists the reactions to comments, the earliest first, and whether the user is one of those who reacted.
-- $1 commentIds: the comments
-- $2 userId: the user, or null
select comment_id as "commentId", emoji, count(*)::int as count, coalesce(bool_or(user_id = $2::uuid), false) as mine
from comment_reactions
where comment_id = any($1::uuid[])
group by comment_id, emoji
order by comment_id, min(created_at), emoji
