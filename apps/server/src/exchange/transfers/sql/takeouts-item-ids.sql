-- Lists the items of a workspace, in the trash or not, oldest first.
-- $1 workspaceId: the workspace
select id
from items
where workspace_id = $1::uuid
order by created_at, id
