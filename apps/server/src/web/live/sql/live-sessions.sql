-- Lists those of the sessions and access tokens that have not expired, each with the workspaces of its user.
-- $1 sessionIds: the sessions and access tokens
-- $2 now: the time
select s.id as "sessionId",
  array(
    select m.workspace_id::text
    from members m
      join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    where m.user_id = s.user_id
  ) as "workspaceIds"
from (
    select id, user_id from sessions where id = any($1::uuid[]) and expires_at > $2
    union all
    select id, user_id from access_tokens where id = any($1::uuid[]) and (expires_at is null or expires_at > $2)
  ) s
