-- Lists those of the sessions that have not expired, each with the workspaces of its user.
-- $1 sessionIds: the sessions
-- $2 now: the time
select s.id as "sessionId",
  array(
    select m.workspace_id::text
    from members m
      join workspaces w on w.id = m.workspace_id and w.deleted_at is null
    where m.user_id = s.user_id
  ) as "workspaceIds"
from sessions s
where s.id = any($1::uuid[]) and s.expires_at > $2
