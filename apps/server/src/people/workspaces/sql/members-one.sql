-- Finds a member of a workspace.
-- $1 workspaceId: the workspace
-- $2 userId: the member
select {memberColumns}
from members m
  join users u on u.id = m.user_id
where m.workspace_id = $1 and m.user_id = $2
