-- Lists the memberships of users in workspaces that are not deleted, with the versions of the workspaces' rights.
-- $1 workspaceIds: the workspaces
-- $2 userIds: the users
select m.workspace_id as "workspaceId", m.user_id as "userId", m.role, w.rights_version as version
from workspaces w
  join members m on m.workspace_id = w.id
where w.id = any($1::uuid[]) and w.deleted_at is null and m.user_id = any($2::uuid[])
