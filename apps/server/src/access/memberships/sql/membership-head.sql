-- Finds the role of a user in a workspace that is not deleted, and the versions of its rights and folders. Most requests begin with it.
-- $1 workspaceId: the workspace
-- $2 userId: the user
select w.kind, m.role, w.rights_version, w.folders_version
from members m
  join workspaces w on w.id = m.workspace_id and w.deleted_at is null
where m.workspace_id = $1 and m.user_id = $2
