-- Finds a folder of a workspace with what decides who may change its entries.
-- $1 id: the folder
-- $2 workspaceId: the workspace
select id, name, created_by as made_by, id as folder_id
from folders
where id = $1 and workspace_id = $2
