-- Finds name and picture of a workspace.
-- $1 workspaceId: the workspace
select name, avatar_blob_id
from workspaces
where id = $1
