-- Finds the role of a user in a workspace.
-- $1 workspaceId: the workspace
-- $2 userId: the user
select role
from members
where workspace_id = $1 and user_id = $2
